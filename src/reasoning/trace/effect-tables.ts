/** Names of what does more than compute, a table per language: standard libraries, and the libraries that are used most. */
import type { Language } from '../../syntax/api.ts';
import type { EffectKind } from './service.ts';

/** Names of one kind of effect. */
interface Names {
  /**
   * With their modules, dots between; `a.*` for what is in a module, of which some does less, `a?` for what depends on what it is given,
   * `a()` for a call without arguments.
   */
  readonly calls?: readonly string[];
  /** Methods that mean it whatever they are called on, as far as a name can tell. */
  readonly methods?: readonly string[];
  /** What has the effect where it is read. */
  readonly reads?: readonly string[];
}

/** The effects of one language. */
export type EffectTable = Readonly<Partial<Record<EffectKind, Names>>>;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const PYTHON: EffectTable = {
  file: {
    calls:
      words(`open io.open os.open os.remove os.unlink os.rename os.replace os.mkdir os.makedirs os.rmdir os.listdir os.scandir
      os.walk os.stat os.path.exists os.path.isfile os.path.isdir os.path.getsize os.path.getmtime os.chmod shutil.* tempfile.* glob.glob
      glob.iglob zipfile.ZipFile? tarfile.open? gzip.open? fileinput.* pickle.dump? pickle.load? json.dump? json.load?
      shutil.copy shutil.copyfile shutil.copytree shutil.move shutil.rmtree tempfile.mkdtemp tempfile.mkstemp tempfile.TemporaryDirectory
      tempfile.NamedTemporaryFile tempfile.TemporaryFile`),
    methods: words('read_text write_text read_bytes write_bytes readlines writelines mkdir rmdir unlink iterdir rglob'),
  },
  network: {
    calls:
      words(`requests.get requests.post requests.put requests.patch requests.delete requests.head requests.request httpx.get httpx.post
      httpx.put httpx.patch httpx.delete httpx.request urllib.request.urlopen urllib.request.urlretrieve socket.create_connection
      socket.getaddrinfo socket.gethostbyname requests.* httpx.* aiohttp.* urllib.request.* urllib3.* http.client.* socket.* smtplib.* ftplib.* ssl.* websockets.*
      boto3.* grpc.* paramiko.* imaplib.* poplib.* asyncio.open_connection asyncio.start_server`),
    methods: words('urlopen sendall recv sendto recvfrom'),
  },
  database: {
    calls:
      words(`sqlite3.connect psycopg2.connect psycopg.connect pymysql.connect asyncpg.connect sqlite3.* psycopg2.* psycopg.* pymysql.* MySQLdb.* asyncpg.* pymongo.* redis.* sqlalchemy.create_engine
      sqlalchemy.orm.sessionmaker`),
    methods: words(
      'execute executemany executescript fetchone fetchall fetchmany commit rollback bulk_create insert_one find_one',
    ),
  },
  process: {
    calls:
      words(`subprocess.run subprocess.Popen subprocess.call subprocess.check_call subprocess.check_output subprocess.getoutput subprocess.*
      os.system os.popen os.fork os.kill os.spawnl os.spawnv os.execv os.execvp os._exit sys.exit exit quit
      multiprocessing.* threading.Thread signal.signal asyncio.create_subprocess_exec asyncio.create_subprocess_shell`),
  },
  environment: {
    calls: words(
      'os.getenv os.putenv os.environ.* os.getcwd os.chdir platform.* getpass.* socket.gethostname locale.* input',
    ),
    reads: words('os.environ sys.argv sys.platform'),
  },
  clock: {
    calls:
      words(`time.time time.time_ns time.monotonic time.monotonic_ns time.perf_counter time.perf_counter_ns time.process_time
      time.localtime time.gmtime time.ctime datetime.datetime.now datetime.datetime.utcnow datetime.datetime.today datetime.date.today
      django.utils.timezone.now`),
  },
  randomness: {
    calls:
      words(`random.random random.randint random.randrange random.choice random.choices random.sample random.shuffle random.uniform
      random.gauss random.getrandbits secrets.token_bytes secrets.token_hex secrets.token_urlsafe secrets.choice secrets.randbelow
      secrets.randbits random.* secrets.* os.urandom uuid.uuid1 uuid.uuid4 numpy.random.*`),
  },
  output: {
    calls: words(
      'print logging.debug logging.info logging.warning logging.error logging.exception logging.critical logging.* sys.stdout.write sys.stderr.write warnings.warn',
    ),
  },
  sleep: { calls: words('time.sleep asyncio.sleep') },
};

const JAVASCRIPT: EffectTable = {
  file: {
    calls:
      words(`fs.readFile fs.readFileSync fs.writeFile fs.writeFileSync fs.appendFile fs.appendFileSync fs.existsSync fs.statSync
      fs.readdirSync fs.mkdirSync fs.unlinkSync fs.rmSync fs/promises.readFile fs/promises.writeFile fs.* fs/promises.* Deno.readTextFile Deno.writeTextFile Bun.file Bun.write`),
  },
  network: {
    calls:
      words(`fetch http.get http.request https.get https.request axios.get axios.post axios.put axios.delete axios.request http.* https.* http2.* net.* tls.* dgram.* dns.* axios axios.* got got.* undici.* node-fetch ws.* WebSocket
      XMLHttpRequest EventSource navigator.sendBeacon`),
  },
  database: {
    calls: words('mysql.* mysql2.* pg.* sqlite3.* better-sqlite3 mongodb.* mongoose.* redis.* ioredis indexedDB.*'),
    methods: words(
      'query findOne findMany findUnique findFirst insertOne insertMany updateOne deleteOne upsert executeRaw',
    ),
  },
  process: {
    calls: words(
      'child_process.exec child_process.execSync child_process.spawn child_process.spawnSync child_process.fork child_process.* process.exit process.kill process.abort worker_threads.* cluster.* Worker',
    ),
  },
  environment: {
    calls: words('process.cwd process.chdir os.* Deno.env.get localStorage.* sessionStorage.*'),
    reads: words('process.env process.argv process.platform import.meta.env document.cookie'),
  },
  clock: {
    calls: words('Date() Date.now performance.now process.hrtime process.hrtime.bigint console.time'),
  },
  randomness: {
    calls: words('Math.random crypto.randomUUID crypto.getRandomValues crypto.randomBytes crypto.randomInt uuid.*'),
  },
  output: {
    calls: words(
      'console.log console.info console.warn console.error console.debug console.* process.stdout.write process.stderr.write alert',
    ),
  },
  sleep: { calls: words('setTimeout setInterval setImmediate timers/promises.*') },
};

const GO: EffectTable = {
  file: {
    calls:
      words(`os.Open os.OpenFile os.Create os.ReadFile os.WriteFile os.Remove os.RemoveAll os.Rename os.Mkdir os.MkdirAll os.ReadDir
      os.Stat os.Lstat os.Chmod io/ioutil.* path/filepath.Walk path/filepath.WalkDir path/filepath.Glob`),
  },
  network: {
    calls: words(
      'net/http.Get net/http.Post net/http.Head net/http.PostForm net/http.ListenAndServe net.Dial net.Listen net/http.* net.* net/rpc.* net/smtp.* google.golang.org/grpc.*',
    ),
  },
  database: {
    calls: words('database/sql.Open database/sql.*'),
    methods: words('QueryRow QueryContext QueryRowContext ExecContext BeginTx Prepare'),
  },
  process: { calls: words('os/exec.* os.Exit syscall.* os/signal.* log.Fatal log.Fatalf os.StartProcess') },
  environment: {
    calls: words('os.Getenv os.LookupEnv os.Setenv os.Environ os.Getwd os.Hostname'),
    reads: words('os.Args'),
  },
  clock: { calls: words('time.Now time.Since time.Until') },
  randomness: {
    calls: words(
      'math/rand.Int math/rand.Intn math/rand.Float64 math/rand.Perm math/rand.Shuffle math/rand.* math/rand/v2.* crypto/rand.*',
    ),
  },
  output: { calls: words('fmt.Print fmt.Printf fmt.Println log.Print log.Printf log.Println log/slog.*') },
  sleep: { calls: words('time.Sleep time.After time.Tick time.NewTimer time.NewTicker') },
};

const JAVA: EffectTable = {
  file: {
    calls: words(`java.nio.file.Files.* java.io.File.* java.io.FileReader java.io.FileWriter java.io.FileInputStream
      java.io.FileOutputStream java.io.RandomAccessFile java.io.PrintWriter`),
  },
  network: {
    calls: words('java.net.* java.net.http.* okhttp3.* javax.mail.*'),
    methods: words('openConnection openStream getForObject postForObject getForEntity'),
  },
  database: {
    calls: words('java.sql.*'),
    methods: words('executeQuery executeUpdate prepareStatement createStatement createQuery saveAll findAll findById'),
  },
  process: { calls: words('ProcessBuilder System.exit Runtime.getRuntime Runtime.getRuntime.exec Thread') },
  environment: { calls: words('System.getenv System.getProperty System.setProperty') },
  clock: {
    calls:
      words(`System.currentTimeMillis System.nanoTime java.time.Instant.now java.time.LocalDate.now java.time.LocalDateTime.now
      java.time.ZonedDateTime.now java.time.Clock.* java.util.Date()`),
  },
  randomness: {
    calls:
      words(`Math.random java.lang.Math.random java.util.Random java.util.UUID.randomUUID java.security.SecureRandom
      java.util.concurrent.ThreadLocalRandom.*`),
  },
  output: {
    calls: words('System.out.println System.out.print System.out.printf System.err.println System.out.* System.err.*'),
  },
  sleep: { calls: words('Thread.sleep') },
};

const KOTLIN: EffectTable = {
  ...JAVA,
  file: { ...JAVA.file, methods: words('readText writeText appendText readLines useLines bufferedReader') },
  randomness: { calls: [...(JAVA.randomness?.calls ?? []), ...words('kotlin.random.Random.* Random.nextInt')] },
  output: { calls: words('println print System.out.* System.err.*') },
  environment: { calls: [...(JAVA.environment?.calls ?? []), 'readLine', 'readln'] },
  sleep: { calls: words('Thread.sleep delay kotlinx.coroutines.delay') },
};

const RUST: EffectTable = {
  file: { calls: words('std.fs.* tokio.fs.* File.open File.create') },
  network: { calls: words('std.net.* tokio.net.* reqwest.* hyper.*') },
  database: {
    calls: words('sqlx.* rusqlite.* diesel.* redis.* postgres.*'),
    methods: words('fetch_one fetch_all fetch_optional'),
  },
  process: { calls: words('std.process.* tokio.process.* std.thread.spawn tokio.spawn') },
  environment: { calls: words('std.env.*') },
  clock: { calls: words('std.time.Instant.now std.time.SystemTime.now chrono.Utc.now chrono.Local.now') },
  randomness: { calls: words('rand.* getrandom.* uuid.Uuid.new_v4') },
  output: { calls: words('println print eprintln eprint dbg log.* tracing.*') },
  sleep: { calls: words('std.thread.sleep tokio.time.sleep') },
};

const RUBY: EffectTable = {
  file: { calls: words('File.* Dir.* FileUtils.* IO.* open Tempfile.*') },
  network: { calls: words('Net.HTTP.* HTTParty.* Faraday.* RestClient.* TCPSocket.* URI.open OpenURI.*') },
  database: {
    calls: words('PG.* Mysql2.* SQLite3.* Redis.* ActiveRecord.Base.*'),
    methods: words('find_by find_by_sql where save save! update! destroy exec_query'),
  },
  process: { calls: words('system exec spawn fork exit exit! abort Process.* Thread.new Open3.*') },
  environment: { calls: words('ENV.* gets ARGV.*'), reads: words('ENV ARGV') },
  clock: { calls: words('Time.now Date.today DateTime.now Time.current Time.zone.now') },
  randomness: { calls: words('rand srand Random.* SecureRandom.*') },
  output: { calls: words('puts print p pp warn $stdout.puts $stderr.puts') },
  sleep: { calls: words('sleep') },
};

const CSHARP: EffectTable = {
  file: { calls: words('File.* Directory.* System.IO.* FileStream StreamReader StreamWriter FileInfo') },
  network: {
    calls: words('HttpClient WebClient TcpClient Socket WebRequest.*'),
    methods: words('GetAsync PostAsync GetStringAsync SendAsync'),
  },
  database: {
    calls: words('SqlConnection SqlCommand'),
    methods: words(
      'ExecuteReader ExecuteNonQuery ExecuteScalar SaveChanges SaveChangesAsync ToListAsync FirstOrDefaultAsync',
    ),
  },
  process: { calls: words('Process.* Environment.Exit Task.Run Thread') },
  environment: { calls: words('Environment.*'), reads: words('Environment.MachineName Environment.UserName') },
  clock: {
    calls: words('Stopwatch.StartNew Stopwatch'),
    reads: words('DateTime.Now DateTime.UtcNow DateTime.Today DateTimeOffset.Now DateTimeOffset.UtcNow'),
  },
  randomness: { calls: words('Random Guid.NewGuid RandomNumberGenerator.*'), reads: words('Random.Shared') },
  output: { calls: words('Console.Write Console.WriteLine Debug.WriteLine Trace.WriteLine') },
  sleep: { calls: words('Thread.Sleep Task.Delay') },
};

const PHP: EffectTable = {
  file: {
    calls:
      words(`fopen fread fwrite fgets fputs fclose file file_get_contents file_put_contents unlink rename mkdir rmdir scandir glob
      is_file is_dir file_exists copy tempnam`),
  },
  network: { calls: words('curl_init curl_exec fsockopen stream_socket_client mail gethostbyname') },
  database: {
    calls: words('mysqli_connect mysqli_query pg_connect pg_query PDO mysqli'),
    methods: words('fetchAll fetchColumn beginTransaction prepare lastInsertId persist flush'),
  },
  process: { calls: words('exec shell_exec system passthru proc_open popen exit') },
  environment: {
    calls: words('getenv putenv getcwd gethostname'),
    reads: words('$_ENV $_SERVER $_GET $_POST $_COOKIE'),
  },
  clock: { calls: words('time microtime hrtime localtime() getdate() DateTime() DateTimeImmutable()') },
  randomness: { calls: words('rand mt_rand random_int random_bytes uniqid shuffle array_rand') },
  output: { calls: words('print printf print_r var_dump error_log') },
  sleep: { calls: words('sleep usleep') },
};

/** By language; absent: none is known. */
export const EFFECT_TABLES: Readonly<Partial<Record<Language | 'text', EffectTable>>> = {
  python: PYTHON,
  javascript: JAVASCRIPT,
  typescript: JAVASCRIPT,
  tsx: JAVASCRIPT,
  go: GO,
  java: JAVA,
  kotlin: KOTLIN,
  rust: RUST,
  ruby: RUBY,
  csharp: CSHARP,
  php: PHP,
};
