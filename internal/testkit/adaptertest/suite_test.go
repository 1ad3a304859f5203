package adaptertest

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"stead/internal/testkit"
	"stead/internal/testkit/resources"
)

func TestSoundAdapterPasses(t *testing.T) { Run(t, fakeAdapter("")) }

func BenchmarkFake(b *testing.B) { Benchmark(b, fakeAdapter("")) }

// recorder is a test that may fail without failing the test that looks at it.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}
func (r *recorder) Error(args ...any)                 { r.Errorf("%s", fmt.Sprint(args...)) }
func (r *recorder) Fatalf(format string, args ...any) { r.Errorf(format, args...); panic(stop{}) }
func (r *recorder) Fatal(args ...any)                 { r.Error(args...); panic(stop{}) }
func (r *recorder) Skip(args ...any)                  { panic(stop{}) }

// stop unwinds a check that cannot go on.
type stop struct{}

// failuresOf runs a check and returns what it reports; a panic is a failure, as it is in a test.
func failuresOf(t *testing.T, name string, a Adapter) []string {
	t.Helper()
	at := slices.IndexFunc(checks, func(c check) bool { return c.name == name })
	if at < 0 {
		t.Fatalf("no check is named %q", name)
	}
	r := &recorder{TB: t}
	func() {
		defer func() {
			if cause := recover(); cause != nil && cause != (stop{}) {
				r.Errorf("panic: %v\n%s", cause, debug.Stack())
			}
		}()
		checks[at].run(r, a)
	}()
	return r.failures
}

// faults names, for each check, faults of an adapter that it must see, with a part of what it must say.
var faults = []struct{ check, fault, says string }{
	{"info is complete", "a name in capitals", "lower-case"},
	{"detects its own format only", "detects everything", "claude/text.jsonl is taken"},
	{"an empty home has no store", "a store in an empty home", "in an empty home"},
	{"lists each session once", "listed twice", "twice"},
	{"lists each session once", "a query hides what it asks for", "query"},
	{"a place changes with its session", "places never change", "is equal"},
	{"one bad file is one error in the list", "a bad file ends the list", "not listed beside"},
	{"a missing session is not found", "", ""},
	{"the timeline is the golden one", "another text", "golden"},
	{"the structure is sound", "unknown types", "not a type of entry"},
	{"every record is kept", "drops unknown records", "the entries carry"},
	{"damage is met", "trims records", "was changed"},
	{"damage is met", "panics at damage", "panic"},
	{"a line that cannot be read is named", "passes over damaged lines", "is not named"},
	{"damage is met", "vague errors", "want adapter.ErrFormat"},
	{"what is no file is met", "waits at pipes", "waited for"},
	{"half a character stays where it was, and goes nowhere else", "repairs in silence", "do not say so"},
	{"half a character stays where it was, and goes nowhere else", "writes records anew", "differs"},
	{"nothing but the session's own files is attached", "opens any path", "arrives"},
	{"damage is met", "ids are not unique", "same id"},
	{"memory does not grow with the session", "holds the session", "MB of memory"},
	{"reading changes nothing", "touches the file", "changed the home"},
	{"ranging again yields the same", "ranges once", "second range differs"},
	{"leaving early is safe", "leaks a goroutine", "goroutines outlive"},
	{"a cancelled context ends the reading", "ignores the context", "context.Canceled"},
	{"a session that grows is read as it was", "reads what was appended", "when the session grew"},
	{"a tail fed in halves sees what the stream sees", "a tail begins at the beginning", "tail differs"},
	{"the same id restores every byte", "writes records anew", "differs"},
	{"the same id restores every byte", "a wrong receipt", "receipt says"},
	{"a new id changes nothing but the id", "writes records anew", "differs"},
	{"the universal format and back restores every byte", "records without bytes", "the entries carry"},
	{"written and read back it is the same but for declared losses", "keeps what it declares lost",
		"nothing of it was lost"},
	{"written and read back it is the same but for declared losses", "drops thinking in silence", "lost in silence"},
	{"writing twice makes two sessions", "the same id again", "both writings"},
	{"an existing session is refused", "overwrites", "want adapter.ErrExists"},
	{"adding to a session leaves what it holds", "writes records anew", "add turn 0"},
	{"a session that has changed is not added to", "adds unseen", "want writers.ErrChanged"},
	{"a failing addition leaves the session as it was", "ignores a failing source", "error <nil>"},
	{"a failing destination is reported", "ignores write errors", "destination fails"},
	{"a blocked folder leaves nothing behind", "hides that it cannot begin", "reports no error"},
	{"a full disk leaves nothing behind", "leaves a folder", "left something behind"},
	{"a failing source leaves nothing behind", "ignores a failing source", "error <nil>"},
}

func TestEachCheckSeesItsFault(t *testing.T) {
	for _, f := range faults {
		t.Run(f.check+"/"+f.fault, func(t *testing.T) {
			if testkit.UpdatesGolden() {
				t.Skip("would write what a fault makes into the golden files")
			}
			if f.fault == "holds the session" && (resources.RaceEnabled || testing.Short()) {
				t.Skip("the check is left out, too")
			}
			failures := strings.Join(failuresOf(t, f.check, fakeAdapter(f.fault)), "\n")
			if !strings.Contains(failures, f.says) || (failures == "") != (f.fault == "") {
				t.Errorf("the check says %q, want something with %q", failures, f.says)
			}
		})
	}
}
