/**
 * How often each kind of fault comes in about a thousand. Those that last half a minute are few, so that a thousand take less
 * than two hours, but none is left out.
 */
const ofAThousand: Record<string, number> = {
  "leader killed": 5,
  "leader killed, started again after 1 s": 10,
  "leader's PostgreSQL killed": 40,
  "leader stopped, and let go on": 3,
  "leader's PostgreSQL stopped, and let go on": 3,
  "leader switched over": 20,
  "synchronous standby killed": 30,
  "both standbys killed": 5,
  "etcd without quorum": 3,
  "pooler killed": 90,
  "proxy killed": 90,
  "network cut": 230,
  "network silent": 230,
  "answers to commits lost": 240,
  "leader's disk full": 1,
  "leader cut off from standbys and etcd": 3,
  "replication silent": 20,
  "process of the site killed": 40,
  "process and leader's PostgreSQL killed": 10,
  "replication silent, crash in place, machine gone (strict)": 2,
};

/** So many at random out of these kinds. */
export function plan(count: number, names: string[]): string[] {
  const all = names.flatMap((name) => Array<string>(ofAThousand[name]!).fill(name));
  return Array.from({ length: count }, () => all[Math.floor(Math.random() * all.length)]!);
}
