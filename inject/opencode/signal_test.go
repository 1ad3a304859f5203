package opencode

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/fixtures/failures"
	reader "stead/readers/opencode"
)

func signal(from inject.Source) failures.Signal { return failures.By(Driver{}, from) }

func TestRecordedFailuresAreTold(t *testing.T) {
	failures.Assert(t, Driver{}, "opencode", failures.Hooks, failures.Events, failures.Rows)
}

func TestSessionsThatWentWellRaiseNoAlarm(t *testing.T) {
	for _, name := range fixtures.Match(t, "opencode/*.json") {
		path := filepath.Join(t.TempDir(), "session.json")
		fixtures.Copy(t, name, path)
		session, err := reader.Reader{}.Open(t.Context(), adapter.Location{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range session.Entries {
			if err != nil {
				t.Fatal(err)
			}
			if e.Native == nil {
				continue
			}
			for _, from := range []inject.Source{inject.Record, inject.Event, inject.Hook} {
				if got, ok := signal(from)(e.Native.Raw); ok && (got.Limit != nil || got.State == signals.Failed ||
					got.State == signals.Limited) {
					t.Errorf("%s: false alarm: %s", name, failures.Describe(got))
				}
			}
		}
	}
}

func TestWaitsAreTold(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{`{"type":"permission.asked","properties":{"sessionID":"s","permission":"bash","patterns":["touch x","make all"],"metadata":{"command":"touch x; make all"}}}`, "permission bash: touch x; make all"},
		{`{"type":"permission.asked","properties":{"sessionID":"s","permission":"edit","patterns":["src/a.go"],"metadata":{"diff":"@@"}}}`, "permission edit: src/a.go"},
		{`{"type":"permission.replied","properties":{"sessionID":"s","reply":"once"}}`, "working"},
		{`{"type":"question.asked","properties":{"sessionID":"s","questions":[{"question":"Which way?"},{"question":"Why?"}]}}`, "input Which way?"},
		{`{"type":"question.rejected","properties":{"sessionID":"s"}}`, "working"},
		{`{"type":"session.status","properties":{"sessionID":"s","status":{"type":"busy"}}}`, "working"},
		{`{"type":"session.status","properties":{"sessionID":"s","status":{"type":"idle"}}}`, "input"},
		{`{"type":"session.error","properties":{"sessionID":"s","error":{"name":"MessageAbortedError","data":{"message":"Aborted"}}}}`, "input"},
		{`{"type":"session.error","properties":{"sessionID":"s","error":{"name":"ProviderAuthError","data":{"providerID":"p","message":"no key"}}}}`, "limited [auth, final] no key"},
		{`{"type":"session.error","properties":{"sessionID":"s","error":{"name":"UnknownError","data":{"message":"model not found"}}}}`, "failed model not found"},
		{`{"time":1795200000000,"type":"session.status","properties":{"sessionID":"s","status":{"type":"retry","attempt":2,"message":"Provider is overloaded","next":1795200004000}}}`,
			"working [overloaded, attempt 2, again in 4s] Provider is overloaded"},
		{`{"type":"file.edited","properties":{}}`, ""},
	} {
		got, _ := signal(inject.Hook)([]byte(c.said))
		if failures.Describe(got) != c.want {
			t.Errorf("%s: %s, want %s", c.said, failures.Describe(got), c.want)
		}
	}
}

func TestTurnsOfSubAgentsAreTheirOwn(t *testing.T) {
	for line, want := range map[string]string{
		`{"type":"session.status","properties":{"sessionID":"ses_child","status":{"type":"idle"}}}`: "ses_child",
		`{"type":"permission.asked","properties":{"sessionID":"ses_child","permission":"bash"}}`:    "",
	} {
		if got, ok := signal(inject.Hook)([]byte(line)); !ok || got.Session != want {
			t.Errorf("%s: session %q, want %q", line, got.Session, want)
		}
	}
}

// content returns the configuration that a command adds to that of OpenCode's files.
func content(t *testing.T, c inject.Command) (settings struct{ Model, Plugin any }, found bool) {
	t.Helper()
	for _, setting := range c.Environment {
		if value, ok := strings.CutPrefix(setting, contentVariable+"="); ok {
			if err := json.Unmarshal([]byte(value), &settings); err != nil {
				t.Fatal(err)
			}
			return settings, true
		}
	}
	return settings, false
}

func TestListenerJoinsTheUsersPlugins(t *testing.T) {
	l := inject.Launch{Environment: environment(t, map[string]string{
		contentVariable: "{\"model\":\"a/b\", // mine\n\"plugin\":[\"own\"]}"}, nil), Events: "/run s/events.jsonl"}
	c := Driver{}.Command(l)
	settings, _ := content(t, c)
	if diff := cmp.Diff([]any{"own", "file:///run%20s/opencode-listener.js"}, settings.Plugin); diff != "" ||
		settings.Model != "a/b" {
		t.Errorf("model %v, plugins (-want +got):\n%s", settings.Model, diff)
	}
	if len(c.Files) != 1 || c.Files[0].Path != "/run s/opencode-listener.js" {
		t.Errorf("files %+v", c.Files)
	}
	for name, l := range map[string]inject.Launch{
		"nobody listens": {Environment: l.Environment},
		"configuration that is not understood": {Environment: environment(t, map[string]string{contentVariable: "{"}, nil),
			Events: "/run/events.jsonl"},
	} {
		c := Driver{}.Command(l)
		if _, found := content(t, c); found || len(c.Files) > 0 {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// TestListenerAppendsEvents informs the plugin of two calls that ask at the same time.
func TestListenerAppendsEvents(t *testing.T) {
	told := listened(t, `
await send("session.status", { status: { type: "busy" } })
await send("file.edited", {})
await send("permission.asked", { id: "1", permission: "bash", patterns: ["make"] })
await send("permission.asked", { id: "2", permission: "edit", patterns: ["a.go"] })
await send("permission.replied", { requestID: "1" })
await send("permission.replied", { requestID: "2" })`)
	want := []string{"working", "permission bash: make", "permission edit: a.go", "working, answered 1",
		"permission edit: a.go", "working, answered 2"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
}

// TestListenerTellsInWhichSessionTheUserSpeaks sends events of two sessions of the user and of a sub-agent.
func TestListenerTellsInWhichSessionTheUserSpeaks(t *testing.T) {
	told := listened(t, `
const says = (id, sessionID, role) => send("message.updated", { info: { id, sessionID, role } })
await says("m1", "first", "user")
await says("m2", "first", "assistant")
await says("m3", "agent", "user")
await says("m4", "first", "user")
await says("m5", "second", "user")
await says("m1", "first", "user")
await says("m6", "gone", "user")
await says("m7", "first", "user")`)
	if diff := cmp.Diff([]string{"opened first", "opened second", "opened first"}, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

// TestListenerPassesAnswersOn answers two questions. Each is answered by its own id, and an id that was not asked
// answers none.
func TestListenerPassesAnswersOn(t *testing.T) {
	offers := Driver{}.Offers(signals.Question{ID: "1"}, nil)
	if len(offers) != 3 || offers[0].Name != signals.Allow || offers[2].Name != signals.Deny {
		t.Fatalf("offered are %+v", offers)
	}
	told := listened(t, fmt.Sprintf(`
const { appendFileSync } = await import("node:fs")
await send("permission.asked", { id: "1", sessionID: "s", permission: "bash", patterns: ["make"] })
await send("permission.asked", { id: "2", sessionID: "s", permission: "edit", patterns: ["a.go"] })
appendFileSync(process.argv[1].replace("listener.mjs", "events-answers.jsonl"), %q + "\n" + '{"id":"3","reply":"once"}\n{"id":"2","reply":"reject"}\n')
while (given.length < 2) await new Promise((done) => setTimeout(done, 5))
await send("session.error", { error: { data: { message: given.join(", ") }, name: "Told" } })`, offers[1].Line))
	want := []string{"permission bash: make", "permission edit: a.go", "failed s 1 always, s 2 reject"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

// listened runs the plugin in Node, in place of OpenCode's own runtime, with a script that sends events. It returns
// what the events mean.
func listened(t *testing.T, script string) (told []string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("without Node the plugin cannot be run")
	}
	folder := filepath.Join(t.TempDir(), `a "user's" folder`)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	l := inject.Launch{Environment: environment(t, nil, nil), Events: filepath.Join(folder, "events.jsonl")}
	c := Driver{}.Command(l)
	c.Files[0].Path = filepath.Join(folder, "listener.mjs") // Node wants to be told what sort of module it is
	if err := c.Place(); err != nil {
		t.Fatal(err)
	}
	const begin = `const { Listener } = await import(process.argv[1]); const given = []
const sessions = { first: {}, second: {}, agent: { parentID: "first" } }
const session = { get: async ({ path }) => { if (!sessions[path.id]) throw new Error("none"); return { data: sessions[path.id] } } }
const client = { session, postSessionIdPermissionsPermissionId: async ({ path, body }) => given.push([path.id, path.permissionID, body.response].join(" ")) }
const { event } = await Listener({ client })
const send = (type, properties) => event({ event: { type, properties } })`
	command := exec.CommandContext(t.Context(), node, "--input-type=module", "-e", begin+script, "--", c.Files[0].Path)
	command.Env = []string{"HOME=" + folder}
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	lines, err := os.ReadFile(l.Events)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		got, _ := signal(inject.Hook)([]byte(line))
		told = append(told, failures.Describe(got))
	}
	return told
}

// TestStartDoesNotWaitForTheRegistry checks the settings that avoid the wait, and that the plugin reverts them. They
// must not override what the user has set, or break what the user's own plugins and tools may need.
func TestStartDoesNotWaitForTheRegistry(t *testing.T) {
	const without, retries = "npm_config_offline=true", "npm_config_fetch_retries=0"
	const timeout = "npm_config_fetch_timeout=10000"
	for name, test := range map[string]struct {
		variables, files map[string]string
		want             []string
	}{
		"nothing of the user's": {want: []string{without}},
		"no plugins in a list":  {files: map[string]string{".config/opencode/opencode.json": `{"plugin":[]}`}, want: []string{without}},
		"his own setting":       {variables: map[string]string{"NPM_CONFIG_OFFLINE": "false"}},
		"a plugin in the environment": {variables: map[string]string{contentVariable: `{"plugin":["a@1"]}`},
			want: []string{retries, timeout}},
		"a plugin in a file": {files: map[string]string{".config/opencode/opencode.json": `{"plugin":["a@1"]}`},
			want: []string{retries, timeout}},
		"a tool, and one setting": {files: map[string]string{"work/.opencode/tool/a.ts": ""},
			variables: map[string]string{"npm_config_fetch_timeout": "5"}, want: []string{retries}},
		"what cannot be read": {files: map[string]string{".config/opencode/opencode.json": "{"}, want: []string{retries, timeout}},
	} {
		t.Run(name, func(t *testing.T) {
			g := environment(t, test.variables, test.files)
			c := Driver{}.Command(inject.Launch{Environment: g, Events: "/run/events.jsonl"})
			var got []string
			for _, setting := range c.Environment {
				if name, _, _ := strings.Cut(setting, "="); strings.HasPrefix(name, "npm_config_") {
					got = append(got, setting)
					if !strings.Contains(string(c.Files[0].Content), `"`+name+`"`) {
						t.Errorf("%s is not taken back", name)
					}
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestHeadlessRunAnswersItself(t *testing.T) {
	l := inject.Launch{Environment: environment(t, nil, nil), Events: "/run/events.jsonl", Headless: true}
	if plugin := string(Driver{}.Command(l).Files[0].Content); strings.Contains(plugin, "permission.asked") ||
		!strings.Contains(plugin, "session.error") {
		t.Errorf("what is heard is not what a headless run does:\n%s", plugin)
	}
}

func TestKeysAreNoSignalsToATerminalProgram(t *testing.T) {
	for headless, want := range map[bool][]syscall.Signal{false: {syscall.SIGTERM}, true: nil} {
		if got := (Driver{}).Command(inject.Launch{Environment: environment(t, nil, nil),
			Headless: headless}).Quit; !slices.Equal(got, want) {
			t.Errorf("headless %v: it is ended by %v, want %v", headless, got, want)
		}
	}
}
