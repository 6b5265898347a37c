-- Filters of the log by action and kind of record, alone and together, for one owner among many and for one person's
-- acts: each is one range of one of these indexes, whatever there is or is not of it.
CREATE INDEX audit_event_kind ON audit_event (action, rtype, id DESC);
CREATE INDEX audit_event_owner_kind ON audit_event (owner, action, rtype, id DESC);
CREATE INDEX audit_event_actor_kind ON audit_event (actor, action, rtype, id DESC);
DROP INDEX audit_event_action;
DROP INDEX audit_event_rtype;

-- Acts on what belongs to somebody else or to nobody: all that a user's own records don't bring up already.
CREATE INDEX audit_event_elsewhere ON audit_event (actor, id DESC) WHERE owner IS DISTINCT FROM actor;
