/** Words that say nothing of what a text is about. */

/** In lower case. They are neither indexed nor searched. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can cannot could
did do does doing don down during each even few for from further get gets got had has have having he her here hers him his how however i
if in into is it its itself just let like made make makes many may me might more most much must my need needs no nor not now of off on
once one only or other our out over own per quite rather s same she should so some such t than that the their them then there these they
thing things this those through to too two under until up upon us use used uses using very via want wants was we well were what when where
whether which while who whom whose why will with within without would you your`.split(/\s+/),
);
