-- The account that sent an invitation, which works only while this account may still invite (D118). Null on the command line, for
-- other purposes, and for the invitations of the version before, which expire within seven days.
ALTER TABLE one_time_token ADD COLUMN issued_by uuid REFERENCES account;
