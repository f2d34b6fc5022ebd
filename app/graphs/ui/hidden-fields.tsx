/** What a form asks besides its own fields, so that showing something else does not lose it. */
export function HiddenFields({ fields }: { fields: readonly (readonly [name: string, value: string])[] }) {
  return fields.map(([name, value], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a name may be there several times
    <input key={index} type="hidden" name={name} value={value} />
  ));
}
