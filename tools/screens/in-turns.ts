/** Does all of this, two at a time: a browser and a server keep two processors busy. */
export async function twoAtATime(jobs: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...jobs];
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all([work(), work()]);
}
