/** Questions that need something that this server does not have. */

/** What people ask other services for: messages, appointments, travel, money, media, facts of the world, operations. */
const TOPICS = new RegExp(
  `\\b(?:${`weather forecast temperature sunny rain|flights? hotels? travel trip holidays? vacation restaurants? airport train taxi uber|book reserve
booking reservation|slack discord whatsapp telegram sms e-?mails? mail tweet twitter facebook instagram linkedin|calendar meetings? appointments?
reminders? remind alarm timer|jira trello asana notion confluence zendesk salesforce|spotify music songs? playlist videos? movies? film youtube netflix|
photos? photoshop painting logo figma powerpoint slides presentation|poems? haiku limerick jokes? essay novel story lyrics cv resume cover\\sletter|
translate translation french german spanish italian japanese chinese english|news headlines newspaper wikipedia google|bitcoin stocks? shares crypto
currency dollars? euros? exchange\\srate price invoice|buy order\\sa shopping amazon pizza recipe cook bake bread coffee dinner lunch|president
population country countries capital universe planet moon mountain everest ocean|football soccer sports? chess poker|mother father wife husband friend
birthday gift dog cat|doctor medicine diet workout|aws azure gcp kubernetes k8s helm terraform heroku vercel|docker\\scontainer docker\\simage deploy
deployment ssh vpn wifi printer|garage lights? thermostat robot|image\\sof picture\\sof|what\\stime lottery horoscope|postgres mysql mongodb redis`
    .split(/[\s|]+/)
    .join('|')})\\b`,
  'gi',
);

/** What says that a question is about code or data here, whatever its topic. */
const HERE =
  /\b(?:code|codebase|repo|repository|repositories|functions?|methods?|class|files?|csv|commits?|commit|branch|session|sandbox|python|scripts?|variables?|project|app|workspaces?|where|lines?|tests?|regex|grep|search|input|kernel|interpreter|dataframe|notebook|part|module|logic|implemented?|implementation|definition|callers?|kernel|package|installed?|import)\b|["`_(]/i;

/** How many of the words of `question` are of such topics; 0 if it is about code or data. */
export function elsewhere(question: string): number {
  return HERE.test(question) ? 0 : (question.match(TOPICS)?.length ?? 0);
}
