package harness

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// CLI is all that the tests know of one CLI, or of a format that no CLI reads
// by itself. The next one is one more file with one of these, and a place in
// the list. What a CLI lacks stays empty, and the tests of it leave that CLI
// out; facts.go says what each part is for.
type CLI struct {
	// Name is the adapter's. Without its dashes it is that of the folder of
	// its recorded sessions.
	Name string
	// program is the CLI's name in PATH. A mere format has none.
	program string
	// built is where the program lies, below .cache, when it does not come
	// from npm. It may be missing there; see [Installed].
	built string
	// env is its part of the environment, which every other CLI sees too.
	env func(*Home) []string
	// files are its configuration, by path below HOME.
	files func(*Home) map[string]string
	// recorded is the project folder in which its sessions were recorded.
	recorded string
	// sessions are the patterns of its recorded sessions, each a file or a
	// folder, below their folder. Empty means [plainSessions].
	sessions []string
	// place puts a recorded session into its store.
	place func(h *Home, path string) (Session, error)
	// resume is the command line that continues a session headless. A mere
	// format has none.
	resume func(session Session, prompt string) []string
	// records reads a session's records as the CLI keeps them, a line each.
	// Nil means that its file has those lines.
	records func(session Session) ([]byte, error)

	// Richest are the recorded sessions that are tried whenever the tests run:
	// those that hold most of what can be lost. The first goes into every
	// target, the others into the quickest one.
	Richest []string
	// NotResumed is a part of the names of recorded sessions that today's
	// version of the CLI itself refuses.
	NotResumed string
	// Story is a recorded session whose conversation the tests know.
	Story Story
	// Tools are calls that the CLI carries out. Those of CLIs that cannot be
	// installed everywhere are not known: the matrix alone tests them.
	Tools Tools
	// Dialect is the API that the CLI speaks, where no other CLI of a contest
	// speaks it: by that the provider tells who asks.
	Dialect string
	// Screen is how a person works with it on a terminal.
	Screen Screen
	// Permission is how it is brought to ask. Every CLI of which the tools are
	// known has one.
	Permission Permission
	// Limits are how refusals of its service show.
	Limits Limits
	// Plan is how it works with a plan of its vendor. Nil means that its
	// service tells nothing of one.
	Plan *Plan
	// Retry is how it shows that it tries again. Nil means that it also says so
	// elsewhere than on the screen.
	Retry *Retry
	// Fork is how it forks its own sessions. Nil means that it cannot, or not
	// headless.
	Fork *Fork
	// Start is the command line that takes a first prompt, of CLIs with which
	// the provider itself is tested.
	Start []string
	// Store is the folder of its sessions below HOME, of CLIs with which
	// unusable stores are tested.
	Store string
	// Interrupted is what it writes into its session when a headless turn is
	// interrupted.
	Interrupted string
	// RepeatsResults says that it sends the results of its own calls twice when
	// it resumes its own session, without stead as well.
	RepeatsResults bool
	// ForgetsOpenCall says that a CLI that is killed during a call has neither
	// recorded nor announced that call.
	ForgetsOpenCall bool
}

// CLIs are all CLIs and formats, in the order of docs/fidelity.md.
func CLIs() []CLI {
	return []CLI{
		claude(),
		codex(),
		opencode(),
		gemini(),
		kimi(),
		kimiCLI(),
		qwen(),
		clido(),
		pi(),
		universal(),
		cusf(),
	}
}

// With are the names of the CLIs of which something is true.
func With(has func(CLI) bool) (names []string) {
	for _, known := range CLIs() {
		if has(known) {
			names = append(names, known.Name)
		}
	}
	return names
}

// Of are the facts of one CLI. It panics when there is none of that name: a
// test is wrong then.
func Of(name string) CLI {
	known, err := findCLI(name)
	if err != nil {
		panic(err)
	}
	return known
}

// IsTarget says that sessions can go on in it: it is no mere format.
func (c CLI) IsTarget() bool { return c.program != "" }

// IsFromNPM says that scripts/clis installs it, everywhere.
func (c CLI) IsFromNPM() bool { return c.program != "" && c.built == "" }

// HasTools says that the tests know how its model calls tools.
func (c CLI) HasTools() bool { return c.Tools.Shell != "" }

// plainSessions are recorded sessions of one file each.
var plainSessions = []string{"*.jsonl", "handwritten/*.jsonl"}

func findCLI(name string) (CLI, error) {
	for _, known := range CLIs() {
		if known.Name == name {
			return known, nil
		}
	}
	return CLI{}, fmt.Errorf("the harness does not know the CLI %q", name)
}

// source is where the CLI's program lies on this machine.
func (c CLI) source() (string, error) {
	if c.built == "" {
		return pinned(c.program)
	}
	root, err := Root()
	return filepath.Join(root, ".cache", c.built), err
}

// Installed says whether a CLI can be run here. Those of npm always can: a
// home without one of them is an error.
func Installed(name string) bool {
	known, err := findCLI(name)
	if err != nil || known.program == "" {
		return false
	}
	path, err := known.source()
	return err == nil && isFile(path)
}

// Modules is the node_modules folder in which the CLI's package lies, with those that it needs.
func (c CLI) Modules() (string, error) {
	path, err := c.source()
	if err != nil {
		return "", err
	}
	path, err = filepath.EvalSymlinks(path)
	before, _, found := strings.Cut(path, "/node_modules/")
	if err == nil && !found {
		err = fmt.Errorf("%s lies in no node_modules folder", path)
	}
	return before + "/node_modules", err
}

// folder is where the CLI's recorded sessions lie.
func (c CLI) folder() (string, error) {
	root, err := Root()
	return filepath.Join(root, "internal", "testkit", "fixtures", "testdata", strings.ReplaceAll(c.Name, "-", "")), err
}

func (c CLI) patterns() []string {
	if len(c.sessions) == 0 {
		return plainSessions
	}
	return slices.Clone(c.sessions)
}

// write makes a file and the folders above it, for its owner alone.
func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}
