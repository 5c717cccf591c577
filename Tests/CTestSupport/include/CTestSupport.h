// What a run of the tests needs before Swift starts: see environment.c.
