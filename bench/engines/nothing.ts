/** A process that does nothing: what Node itself costs. */
