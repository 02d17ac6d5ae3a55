/** What is known of the whole server, for administrators. */

/** Sums over all users, as they were told last: use is some minutes behind. */
export interface ServerFacts {
  /** Who was invited or came by a provider. */
  readonly people: number;
  readonly organisations: number;
  /** Since midnight UTC. */
  readonly today: {
    /** Users and organisations that used something. */
    readonly users: number;
    readonly calls: number;
    readonly engineSeconds: number;
    readonly bytes: number;
    readonly modelTokens: number;
  };
  /** By the reason. */
  readonly refusalsOfHour: Readonly<Record<string, number>>;
}
