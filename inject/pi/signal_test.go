package pi_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/inject"
	"stead/inject/pi"
	"stead/internal/testkit/fixtures/failures"
	"stead/writers"
)

func signal(from inject.Source) failures.Signal { return failures.By(pi.Driver{}, from) }

func TestRecordedFailuresAreTold(t *testing.T) {
	failures.Assert(t, pi.Driver{}, "pi", failures.Session, failures.Events)
}

func TestSessionsThatWentWellRaiseNoAlarm(t *testing.T) {
	failures.Silent(t, pi.Driver{}, []inject.Source{inject.Record, inject.Event, inject.Hook, inject.Screen},
		"pi/01-*.jsonl", "pi/02-*.jsonl", "pi/04-*.jsonl", "pi/05-*.jsonl", "pi/07-*.jsonl", "pi/handwritten/*.jsonl", "pi/handwritten/old/*.jsonl")
}

func TestDialogsAreTold(t *testing.T) {
	for _, c := range []struct {
		from       inject.Source
		said, want string
	}{
		{inject.Hook, `{"type":"ui_prompt_start","kind":"select","title":"Dangerous command:\n\n  rm -rf x\n\nAllow?"}`,
			`permission Dangerous command:\n\n  rm -rf x\n\nAllow?`},
		{inject.Hook, `{"type":"ui_prompt_start","kind":"input","title":"A name"}`, "input A name"},
		{inject.Hook, `{"type":"ui_prompt_end"}`, "working"},
		{inject.Screen, " Trust project folder?\n /home/user/demo\n\n → Trust\n   Do not trust\n",
			"input Trust project folder?"},
	} {
		if got, _ := signal(c.from)([]byte(c.said)); failures.Describe(got) != c.want {
			t.Errorf("%s: %q, want %q", c.said, failures.Describe(got), c.want)
		}
	}
}

func TestNothingIsAddedWhenNobodyListens(t *testing.T) {
	for _, l := range []inject.Launch{{Prompt: "go"}, {Prompt: "go", Headless: true, Events: "/run/events.jsonl"}} {
		if c := (pi.Driver{}).Command(l); len(c.Files) > 0 ||
			strings.Contains(strings.Join(c.Arguments, " "), "--extension") {
			t.Errorf("%+v", c)
		}
	}
}

// events are the events that an agent that fails once and then answers sends to extensions, as observed with 0.87.1.
const events = `
import listen from "./stead.mjs";
const handlers = {};
listen({ on: (name, handler) => { handlers[name] = handler; } });
const answer = (message) => handlers.message_end({ message });
handlers.session_start({ reason: "startup" }, { sessionManager: { getSessionId: () => "taken" } });
handlers.agent_start();
answer({ role: "user", content: "go" });
answer({ role: "assistant", stopReason: "error", errorMessage: "429 slow down" });
handlers.agent_start();
answer({ role: "assistant", stopReason: "toolUse" });
handlers.ui_prompt_start({ kind: "confirm", title: "Run it?" });
handlers.ui_prompt_end();
answer({ role: "assistant", stopReason: "stop" });
handlers.agent_settled();
`

// TestExtensionTellsWhatHappens runs the extension outside of Pi.
func TestExtensionTellsWhatHappens(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no Node")
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "it's \"here\".jsonl")
	c := pi.Driver{}.Command(inject.Launch{Session: writers.Receipt{Path: "/home/user/s.jsonl"}, Events: file})
	c.Files[0].Path = filepath.Join(folder, "stead.mjs")
	if err := c.Place(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "agent.mjs"), []byte(events), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(node, filepath.Join(folder, "agent.mjs"))
	command.Env = []string{"HOME=" + folder}
	if output, err := command.CombinedOutput(); err != nil || len(output) > 0 {
		t.Fatalf("%s, %v", output, err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	numbers := regexp.MustCompile(`p\d{13}`) // the ids of dialogs begin with the time
	var told []string
	for line := range strings.Lines(string(content)) {
		if id, ok := (pi.Driver{}).Announced([]byte(line)); ok {
			told = append(told, "session "+id)
		}
		if !json.Valid([]byte(line)) {
			t.Errorf("%s is no JSON", line)
		}
		if s, ok := signal(inject.Hook)([]byte(line)); ok {
			told = append(told, numbers.ReplaceAllString(failures.Describe(s), "p1"))
		}
	}
	want := []string{"session taken", "opened taken", "working", "working [throttle, attempt 1] 429 slow down",
		"working", "permission Run it?", "working, answered p1", "input"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
}
