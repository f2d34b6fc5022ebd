/** Hidden fields that carry a form's other parameters, so that submitting it does not lose them. */
export function HiddenFields({ fields }: { fields: readonly (readonly [name: string, value: string])[] }) {
  return fields.map(([name, value], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a name may be there several times
    <input key={index} type="hidden" name={name} value={value} />
  ));
}
