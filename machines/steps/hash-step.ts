/**
 * Name of the step that the specification gives as {hash}: its real name was redacted there. What it
 * asks is our reading (ruling 9): it is the only place left for `when_seek_medical_treatment`.
 */
export const hashStep = "{hash}";
