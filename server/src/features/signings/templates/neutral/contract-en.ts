/** The same contract as `contractJa`. */
export const contractEn = `# Appearance contract
{{organisation}} (the "producer") and {{performer}} (the "performer") conclude this contract about an appearance in the following work.

# Article 1 (The work)
This contract covers the following one work only. A re-edited work or a compilation is another work. Each performer needs a contract of its own for each work.
{{title}}
{{productNumber}}

# Article 2 (The appearance and its conditions)
{{parties}}
{{appearance}}
{{shooting}}
{{acts}}
{{partners}}
{{publication}}
{{publisher}}
{{fee}}
{{regions}}
{{server}}

# Article 3 (Date, time and place)
This contract is concluded when the producer has signed and offered it and the performer signs it. Its date and time are those of the performer's signature. As it is an electronic record, its place is the performer's own page. The copy of this contract states when both parties signed.

# Article 4 (Explanation and documents)
Before the performer signs, the producer explains this contract, and delivers and explains the explanation sheet with the matters that the law names. The performer signs after having understood them and having received an answer to each question.

# Article 5 (Shooting)
The producer shoots nothing until one month has passed since the performer received this contract and the explanation sheet, counted from the later of both days.
The producer protects the health and the safety of the performer during the shooting and forces nothing.
The performer may refuse any act or part of it, even if this contract names it, and owes no damages and nothing else for the refusal.

# Article 6 (Viewing the footage)
Before publication, the producer gives the performer the chance to see the footage in which the performer appears.

# Article 7 (Time of publication)
The producer does not publish the work until four months have passed since all shooting of the work ended.

# Article 8 (Cancellation by the performer)
The performer may cancel this contract without giving a reason: at any time before the publication of the work, and after it until one year has passed since the day of publication. Where the law sets a longer period, that period applies.
The performer cancels in writing or by an electronic record, such as an e-mail or an act on the own page. The cancellation takes effect when it is sent.

# Article 9 (After a cancellation)
The producer claims no damages and no penalty for a cancellation under Article 8.
The producer then stops the publication, recalls what was published, and does what is necessary to restore the situation before the appearance. The performer returns the fee that was received.

# Article 10 (No penalties)
This contract sets no penalty and no fixed amount of damages for the performer, does not exclude the liability of the producer, and sets no duty to appear in a work that it does not name.

# Article 11 (Stopping the publication)
If this contract was not concluded, or has lost its effect by rescission or cancellation, the performer may demand that the publication is stopped and prevented.

# Article 12 (Copy)
Promptly after the performer's signature, the producer delivers to the performer a copy of this contract that states the signatures of both parties.

# Article 13 (Relation to the law)
Act No. 78 of 2022 of Japan on contracts of appearance and other laws govern what this contract does not settle. A term that is less favourable to the performer than the law is not applied.
`
