/** Pixels for browsers that run no script: all others leave what is in here alone. */
export function PixelImages({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  return (
    <noscript>
      {addresses.map((address) => (
        <img key={address} src={address} alt="" width="1" height="1" hidden />
      ))}
    </noscript>
  );
}
