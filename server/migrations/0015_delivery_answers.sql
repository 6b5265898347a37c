-- What a partner answered may repeat what it was sent, so it is emptied together with that.

GRANT UPDATE (answer) ON delivery_attempt TO kyc_app;
