import { helpLines } from '@kyc/contract/help-lines.ts'

const help = helpLines.map(({ name, number, note }) => `${name.en}: ${number}. ${note.en}`).join('\n')

/** The same explanation as `sheetJa`. */
export const sheetEn = `# Explanation sheet
{{organisation}} gives this explanation to {{performer}} about the appearance in "{{title}}". Let it be explained to you before you sign the contract, and ask about everything that is not clear. You need not sign if you do not agree.

# Before the shooting (article 7)
Nothing is shot until one month has passed since you received the contract and this sheet, counted from the later of both days. This also holds for stills and other shooting that is closely tied to the work.
Your health and safety must be protected during the shooting. You may refuse any act, even if the contract names it, also on the day itself. Nobody can claim damages for a refusal.

# Viewing the footage (article 8)
Before publication, you get the chance to see the footage in which you appear.

# Before the publication (article 9)
The work is not published until four months have passed since all its shooting ended.

# Terms without effect (article 10)
Some terms are void even if the contract contains them: a duty to appear in works that it does not name, penalties or fixed amounts of damages, and an exclusion of the producer's liability.

# Rescinding the contract (article 11)
You may rescind the contract if the producer has broken the duties of its conclusion (articles 4 to 6): for example if the contract or this sheet was not delivered, was not explained, or was wrong.
This right has a limit: it ends five years after you could have used it.

# Termination for breach (article 12)
You may terminate the contract at once, without a warning, if the rules of shooting and publication (articles 7 to 9) were broken: for example a shooting before the month has passed, a publication without the chance to see the footage, or one before the four months have passed.
This right has a limit: it ends five years after you learned of the breach.

# Free cancellation (article 13)
You may cancel the contract without a reason: at any time before the publication, and after it until one year has passed since the day of publication. A letter, an e-mail, a message, or an act on your own page is enough, and it takes effect when you send it. You need not answer if you are asked for a reason.
Lies and threats that are meant to prevent a cancellation are punished by law.

# After a cancellation (article 14)
You owe no damages and no penalty for a free cancellation. The producer must stop the publication and restore the situation before the appearance. You return the fee that you received.

# Stopping the publication (article 15)
Without a contract, or after it was rescinded or cancelled, you may demand that the publication is stopped and prevented. The producer must help you with it, for example by informing those who publish the work.

# Publication on the internet (article 16)
You may also ask the operator of a site to remove the work. If the operator has asked the producer and gets no answer within two days, it may remove the work without becoming liable to the producer.

# You may be recognised
Whatever the way of publication and whatever name you use, other people, also your family and friends, may recognise you by your face, body or voice. Footage that was published on the internet may be copied and remain there.

# Where to find help
${help}

# About this sheet
This sheet explains the main points of the law (Act No. 78 of 2022 of Japan). It is not legal advice. The producer delivers it after having checked that it fits the actual contract.
`
