-- Only the trigger notes that a record has ended (D119): what is noted is published, and the next restore destroys it again.
ALTER FUNCTION note_ended_record() SECURITY DEFINER;
-- Accepted: the version before notes by the same trigger only.
REVOKE INSERT ON ended_record FROM kyc_app;
