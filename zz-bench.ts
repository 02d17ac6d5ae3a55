import { execFile } from 'node:child_process'; import { promisify } from 'node:util';
import { readFileSync, readdirSync, writeFileSync, appendFileSync } from 'node:fs';
import { createServer } from './test/mcp/harness.ts';
import { callTool } from './test/mcp/requests.ts';
const repo=process.argv[2]!; 
const server=createServer(); const {url}=await server.listen();
const call=async (name:string,args:any={})=>{ const {body}=await callTool(url,name,args); return (body.result?.structuredContent??body) as any; };
const git=async(...a:string[])=>(await promisify(execFile)('git',['-C',repo,...a],{maxBuffer:1e9})).stdout;
const rss=()=>{ let m=0; for(const p of readdirSync('/proc')){ if(!/^\d+$/.test(p))continue; try{ const c=readFileSync(`/proc/${p}/cmdline`,'utf8'); if(!c.includes('workerd'))continue; const ppid=/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${p}/status`,'utf8'))![1]; if(ppid!==String(process.pid))continue; const s=readFileSync(`/proc/${p}/status`,'utf8'); m=Math.max(m,+/VmRSS:\s+(\d+)/.exec(s)![1]/1024); console.log('hwm',+/VmHWM:\s+(\d+)/.exec(s)![1]/1024|0);}catch{} } return m|0; };
console.log('rss start',rss());
let t=performance.now();
const target=new URL('/git/default',url).href;
t=performance.now(); await git('push','-q','--force',target,'main'); console.log('push ms',performance.now()-t|0);
t=performance.now(); let s;
for(;;){ s=await call('index_status',{limit:5}); if(s.index?.complete)break; if(!s.index){console.log(JSON.stringify(s).slice(0,500));} process.stderr.write(`\r${s.index?.files_indexed} ${s.index?.files_pending}   `); await new Promise(r=>setTimeout(r,500)); if(performance.now()-t>1500e3)break; }
const ms=performance.now()-t;
console.log('\nindex ms',ms|0, 'MB/s', s.bytes.text/1e3/ms, JSON.stringify({i:s.index,c:s.counts,b:s.bytes,r:s.skipped_reasons,e:s.last_error,l:s.languages,sec:s.secrets_total}));
console.log('rss',rss());
const files=(await git('ls-files')).split('\n').filter(f=>/\.(py|ts|h|js)$/.test(f));
for(let round=0;round<3;round++){
 for(let i=0;i<10;i++){ appendFileSync(repo+'/'+files[(i*37+round*400)%files.length]!, `\n# change ${round} ${i}\n`); }
 await git('commit','-qam','change '+round);
 t=performance.now(); await git('push','-q',target,'main'); const p=performance.now()-t;
 t=performance.now(); const a=await call('search_code',{pattern:`# change ${round} 3`}); console.log('push10',p|0,'then search complete',performance.now()-t|0,a.index?.complete,a.total_matches, JSON.stringify(a).slice(0,0));
}
for(const [q,o] of [['addEventListener',{}],['return',{}],['self._foo',{}],['def \\w+\\(self, \\w+\\)',{regex:true}],['[A-Z]{5,}_[a-z]+',{regex:true}],['xq',{}],['typedef struct',{case_sensitive:false}],['zzzznothing',{}]] as any){ const ts=[]; let a; for(let i=0;i<5;i++){ t=performance.now(); a=await call('search_code',{pattern:q,...o}); ts.push(performance.now()-t|0);} console.log(q,JSON.stringify(o),ts.join(' '),a.total_matches,a.totals_exact,a.files_left); }
t=performance.now(); await call('get_workspace_info'); console.log('get_workspace_info',performance.now()-t|0); t=performance.now(); await call('index_status'); console.log('index_status',performance.now()-t|0);
console.log('rss',rss());
await git('reset','-q','--hard','HEAD~3');
await server.close();
