package parrot

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"stead/adapters"
	"stead/cmd/stead/cli"
	"stead/cmd/stead/cli/setup"
	"stead/inject"
	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/drivertest"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/recorded"
)

func TestMain(m *testing.M) {
	adapters.Add(inject.Adapter{Reader: Reader{}, Writer: Writer{}, Driver: Driver{}}) // the one line in the list
	fixtures.Add(os.DirFS("testdata"))
	testscript.Main(m, map[string]func(){"stead": func() { os.Exit(cli.Main(setup.ThisProcess())) }})
}

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, adaptertest.Adapter{Reader: Reader{}, Writer: Writer{}, Recorded: sessions})
}

func TestDriver(t *testing.T) { drivertest.Run(t, Driver{}) }

// sessions are the recorded sessions. Those of a CLI that stead ships are described in package recorded.
var sessions = recorded.Sessions{
	Root:     ".parrot",
	Fixtures: []string{"parrot/*.jsonl"},
	Layout: func(root, fixture string, _ func(string) []byte) recorded.Layout {
		at := path(root, idOf(fixture))
		return recorded.Layout{Path: at, ID: idOf(at), Copies: map[string]string{fixture: at}, Modified: fixtures.Now}
	},
	Damage: map[string][]string{
		"a version of the future": {`"parrot":1`, `"parrot":2`},
		"one id for all calls":    {"call-2", "call-1"},
	},
	Invented: map[string][]string{"a record": {`"type":"prompt"`, `"type":"invented"`}},
	Lacking:  map[string]string{"tools": "tokens and models: the format holds neither"},
	Lossy: map[string]string{
		"attachments": "the parrot sees none", "thinking": "the parrot does not think",
		"header model": "a session names no model", "model": "the same", "stop reason": "nor a reason", "usage": "nor tokens",
		"origin command": "the text for which a command stands is a prompt",
		"error":          "why a call failed stands before its output", "output": "the same",
		"tool ask": "the parrot has no such tool: the call keeps its name", "tool edit": "the same",
		"tool glob": "the same", "tool list": "the same", "tool search": "the same", "tool task": "the same",
		"tool web_fetch": "the same", "tool web_search": "the same", "tool write": "the same",
	},
}

// TestScript makes stead itself work with the parrot, which a shell script plays.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			fixtures.Copy(t, "claude/tools.jsonl", filepath.Join(env.WorkDir, "recorded.jsonl"))
			env.Vars = []string{"WORK=" + env.WorkDir, "HOME=" + filepath.Join(env.WorkDir, "home"), "TZ=UTC", "COLUMNS=80",
				"TMPDIR=" + env.Getenv("TMPDIR"), "PATH=" + filepath.Join(env.WorkDir, "bin") + ":" + env.Getenv("PATH")}
			return nil
		}})
}
