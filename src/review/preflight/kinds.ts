/** What kind of file a path is, for the ecosystems of Go, Java, Kotlin, Scala, Python, Rust, Ruby, C#, PHP, JavaScript, Swift, C and more. */
import ignore from 'ignore';

/** The first that fits, in this order; `other` is everything else, such as images. */
export const FILE_KINDS = [
  'lock',
  'vendored',
  'generated',
  'ci',
  'test',
  'migration',
  'documentation',
  'infrastructure',
  'configuration',
  'source',
  'other',
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Patterns as in `.gitignore` for each kind but `other`. */
const PATTERNS: Readonly<Record<Exclude<FileKind, 'other'>, readonly string[]>> = {
  lock: listed(`
    package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock go.sum go.work.sum
    Cargo.lock Gemfile.lock composer.lock poetry.lock Pipfile.lock uv.lock pdm.lock pixi.lock packages.lock.json
    paket.lock Package.resolved Podfile.lock Cartfile.resolved gradle.lockfile mix.lock pubspec.lock flake.lock
    .terraform.lock.hcl Chart.lock conan.lock`),
  vendored: listed(`
    vendor/ third_party/ third-party/ node_modules/ bower_components/ Pods/ Carthage/`),
  generated: listed(`
    *.pb.go *.pb.cc *.pb.h *_pb2.py *_pb2.pyi *_pb2_grpc.py *_pb.js *_pb.d.ts *.pb.swift zz_generated.*
    *_generated.go *.gen.go *_gen.go mock_*.go wire_gen.go bindata.go *.g.cs *.designer.cs *.Designer.cs *.g.dart *.generated.*
    __generated__/ generated/ *.min.js *.min.css *.bundle.js *.js.map *.css.map *.snap __snapshots__/ /dist/
    target/generated-sources/`),
  ci: listed(`
    /.github/workflows/ /.github/actions/ .gitlab-ci.yml /.gitlab/ci/ /.circleci/ .travis.yml Jenkinsfile*
    azure-pipelines*.yml bitbucket-pipelines.yml /.buildkite/ .drone.yml appveyor.yml /.teamcity/ cloudbuild.y*ml
    .cirrus.yml /.ci/ /.woodpecker/ .woodpecker.yml`),
  test: listed(`
    test/ tests/ testing/ testdata/ __tests__/ __mocks__/ spec/ specs/ e2e/ cypress/ *_test.go *.test.* *.spec.*
    *.cy.[jt]s test_*.py *_test.py conftest.py *_spec.rb *_test.rb *Test.java *Tests.java *IT.java *Test.kt
    *Tests.kt *Spec.kt *Test.php *Tests.cs *Test.cs *.Tests/ *.Test/ *Tests.swift *Tests/ *Spec.scala *Test.scala
    *Suite.scala *_test.cc *_test.cpp *_test.c *_unittest.cc test_*.c *_test.rs tests.rs *.bats *.feature
    androidTest/ fixtures/ pytest.ini jest.config.* vitest.config.* phpunit.xml* .rspec`),
  migration: listed(`
    migrations/ migration/ /db/migrate/ db/schema.rb alembic/versions/ flyway/ liquibase/ V[0-9]*__*.sql *.up.sql
    *.down.sql changelog*.xml`),
  documentation: listed(`
    docs/ doc/ *.md *.mdx *.markdown *.rst *.adoc *.asciidoc *.textile *.org README* readme* CHANGELOG* CHANGES*
    HISTORY* LICENSE* LICENCE* COPYING* NOTICE* AUTHORS* CONTRIBUTING* CODE_OF_CONDUCT* SECURITY CODEOWNERS man/
    *.txt !requirements*.txt !CMakeLists.txt !constraints*.txt !robots.txt`),
  infrastructure: listed(`
    Dockerfile* dockerfile* *.[dD]ockerfile Containerfile* docker-compose*.y*ml compose*.y*ml .dockerignore docker/
    *.tf *.tfvars *.hcl terraform/ infra/ infrastructure/ deploy/ k8s/ kubernetes/ helm/ charts/ Chart.yaml
    kustomization.y*ml ansible/ playbook*.y*ml Vagrantfile *.bicep *.nix serverless.y*ml wrangler.toml
    wrangler.json* fly.toml vercel.json netlify.toml Procfile app.yaml nginx*.conf *.service Caddyfile Pulumi*.y*ml
    template.y*ml scripts/ bin/*.sh /.github/`),
  configuration: listed(`
    package.json tsconfig*.json jsconfig.json *.config.[cm]*[jt]s .*rc .*rc.* biome.json* deno.json* go.mod go.work
    Cargo.toml rust-toolchain* Gemfile *.gemspec Rakefile composer.json pyproject.toml setup.py setup.cfg
    requirements*.txt constraints*.txt Pipfile tox.ini MANIFEST.in pom.xml build.gradle* settings.gradle*
    gradle.properties gradlew* build.sbt project/*.sbt *.csproj *.fsproj *.vbproj *.sln *.props *.targets
    nuget.config global.json appsettings*.json Package.swift Podfile *.podspec Cartfile *.pbxproj *.plist *.xcconfig
    *.entitlements CMakeLists.txt *.cmake Makefile* *.mk meson.build BUILD BUILD.bazel WORKSPACE* *.bzl configure.ac
    conanfile.* vcpkg.json *.yml *.yaml *.toml *.ini *.cfg *.conf *.properties *.json *.json5 *.jsonc .env*
    .editorconfig .git* *.xml .npmrc .nvmrc`),
  source: listed(`
    *.go *.java *.kt *.kts *.scala *.sc *.groovy *.clj* *.py *.pyi *.pyx *.ipynb *.rs *.rb *.erb *.rake *.cs *.fs
    *.vb *.razor *.cshtml *.php *.phtml *.twig *.js *.mjs *.cjs *.jsx *.ts *.mts *.cts *.tsx *.vue *.svelte *.astro
    *.swift *.m *.mm *.c *.h *.cc *.cpp *.cxx *.hpp *.hh *.hxx *.inl *.sh *.bash *.zsh *.fish *.ps1 *.bat *.sql
    *.lua *.pl *.pm *.r *.jl *.dart *.ex *.exs *.erl *.hs *.ml *.mli *.elm *.zig *.nim *.sol *.css *.scss *.sass
    *.less *.html *.htm *.graphql *.gql *.proto *.thrift *.wit *.asm *.s *.f90 *.cob *.vim *.el`),
};

/** Files that others build on by name: entries of packages, headers, schemas. */
const PUBLIC = listed(`
  index.[jt]s index.[cm][jt]s mod.ts *.d.ts __init__.py *.pyi lib.rs mod.rs include/ module-info.java *.proto
  *.graphql *.gql *.thrift *.wit *.avsc openapi*.y*ml openapi*.json swagger*.y*ml swagger*.json api.raml *.wsdl
  *.xsd asyncapi*.y*ml *.schema.json *.h *.hpp *.hh *.api`);

/** Where mistakes cost most, by area. */
const HOTSPOTS: Readonly<Record<string, readonly string[]>> = {
  authentication: listed(`
    auth/ authn/ authz/ authentication/ authorization/ oauth/ oauth2/ jwt/ token/ tokens/ login/ sso/ saml/ auth.*
    oauth*.* jwt*.* login.* permissions/ permissions.* rbac/`),
  cryptography: listed(`
    crypto/ cryptography/ tls/ ssl/ security/ secrets/ crypto*.* encryption*.*`),
  payments: listed(`
    payment/ payments/ billing/ checkout/ invoicing/ payment*.* billing*.*`),
  'stored data': listed(`
    migrations/ migration/ /db/migrate/ alembic/versions/ schema.sql V[0-9]*__*.sql *.up.sql`),
};

/** Says of a path whether patterns fit. */
export type Matcher = (path: string) => boolean;

/** Patterns of the defaults, made for matching. */
export interface DefaultKinds {
  readonly kinds: Readonly<Record<Exclude<FileKind, 'other'>, Matcher>>;
  readonly isPublic: Matcher;
  /** By area. */
  readonly hotspots: Readonly<Record<string, Matcher>>;
}

let made: DefaultKinds | undefined;

/** The defaults; made once. */
export function defaultKinds(): DefaultKinds {
  made ??= {
    kinds: {
      lock: matcher(PATTERNS.lock),
      vendored: matcher(PATTERNS.vendored),
      generated: matcher(PATTERNS.generated),
      ci: matcher(PATTERNS.ci),
      test: matcher(PATTERNS.test),
      migration: matcher(PATTERNS.migration),
      documentation: matcher(PATTERNS.documentation),
      infrastructure: matcher(PATTERNS.infrastructure),
      configuration: matcher(PATTERNS.configuration),
      source: matcher(PATTERNS.source),
    },
    isPublic: matcher(PUBLIC),
    hotspots: Object.fromEntries(Object.entries(HOTSPOTS).map(([area, patterns]) => [area, matcher(patterns)])),
  };
  return made;
}

function matcher(patterns: readonly string[]): Matcher {
  const rules = ignore({ ignorecase: false, allowRelativePaths: true }).add(patterns);
  return (path) => rules.ignores(path);
}

function listed(patterns: string): readonly string[] {
  return patterns.trim().split(/\s+/);
}
