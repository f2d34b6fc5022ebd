/** As much of SCION as its test uses; it comes without types. */
declare module "@scion-scxml/scxml" {
  type Done = (error: unknown, made: unknown) => void;
  const scxml: {
    documentStringToModel(address: string, text: string, done: Done): void;
    core: { Statechart: new (model: unknown, options: object) => unknown };
  };
  export default scxml;
}
