package harness

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// CLI holds everything that the tests know about one CLI, or about a format that no CLI reads by itself. To add one,
// write a file with its CLI and add it to the list. Facts that do not apply to a CLI stay empty, and the tests of them
// leave that CLI out. facts.go explains the parts.
type CLI struct {
	// Name is the name of the adapter. Without its dashes, it is the name of the folder of its recorded sessions.
	Name string
	// program is the CLI's name in PATH. It is empty for a mere format.
	program string
	// built is the location of the program below .cache, if it does not come from npm. It may be missing there; see
	// [Installed].
	built string
	// env returns its part of the environment, which every other CLI sees, too.
	env func(*Home) []string
	// files returns its configuration files, keyed by path below HOME.
	files func(*Home) map[string]string
	// recorded is the project folder in which its sessions were recorded.
	recorded string
	// sessions are the patterns of its recorded sessions below their folder. Each session is a file or a folder. Empty
	// means [plainSessions].
	sessions []string
	// place puts a recorded session into its store.
	place func(h *Home, path string) (Session, error)
	// resume returns the command line that continues a session headless. It is nil for a mere format.
	resume func(session Session, prompt string) []string
	// records reads a session's records as the CLI stores them, one per line. Nil means that the session's file consists
	// of these lines.
	records func(session Session) ([]byte, error)

	// Richest are the recorded sessions that each run of the tests uses: those with most of the content that can be lost.
	// The first goes into every target, the others into the fastest one.
	Richest []string
	// NotResumed is a part of the names of those recorded sessions that the current version of the CLI itself refuses.
	NotResumed string
	// Story is a recorded session whose conversation the tests know.
	Story Story
	// Tools are calls that the CLI carries out. They are unknown for CLIs that cannot be installed everywhere: only the
	// matrix tests these.
	Tools Tools
	// Dialect is the API that the CLI speaks, if no other CLI of a contest speaks it: it tells the provider which CLI
	// asks.
	Dialect string
	// Screen describes how a person works with it on a terminal.
	Screen Screen
	// Permission describes how to make it ask. Every CLI with known tools has one.
	Permission Permission
	// Limits describes how refusals of its service show.
	Limits Limits
	// Plan describes how it works with a plan of its vendor. Nil means that its service reports nothing about plans.
	Plan *Plan
	// Retry describes how it shows that it tries again. Nil means that it reports this outside the screen, too.
	Retry *Retry
	// Fork describes how it forks its own sessions. Nil means that it cannot, or not headless.
	Fork *Fork
	// Start is the command line that takes a first prompt. It is set for the CLIs with which the provider itself is
	// tested.
	Start []string
	// Store is the folder of its sessions below HOME. It is set for the CLIs with which unusable stores are tested.
	Store string
	// Interrupted is the text that it writes into its session when a headless turn is interrupted.
	Interrupted string
	// RepeatsResults says that it sends the results of its own calls twice when it resumes its own session, even without
	// stead.
	RepeatsResults bool
	// ForgetsOpenCall says that the CLI, if it is killed during a call, has neither recorded nor announced that call.
	ForgetsOpenCall bool
}

// CLIs returns all CLIs and formats, in the order of docs/fidelity.md.
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

// With returns the names of the CLIs for which has returns true.
func With(has func(CLI) bool) (names []string) {
	for _, known := range CLIs() {
		if has(known) {
			names = append(names, known.Name)
		}
	}
	return names
}

// Of returns the facts about one CLI. It panics if there is none of that name, because that is an error in the test.
func Of(name string) CLI {
	known, err := findCLI(name)
	if err != nil {
		panic(err)
	}
	return known
}

// IsTarget reports whether sessions can continue in it: it is not a mere format.
func (c CLI) IsTarget() bool { return c.program != "" }

// IsFromNPM reports whether scripts/clis installs it, on every machine.
func (c CLI) IsFromNPM() bool { return c.program != "" && c.built == "" }

// HasTools reports whether the tests know how its model calls tools.
func (c CLI) HasTools() bool { return c.Tools.Shell != "" }

// plainSessions are the patterns of recorded sessions of one file each.
var plainSessions = []string{"*.jsonl", "handwritten/*.jsonl"}

func findCLI(name string) (CLI, error) {
	for _, known := range CLIs() {
		if known.Name == name {
			return known, nil
		}
	}
	return CLI{}, fmt.Errorf("the harness does not know the CLI %q", name)
}

// source returns the location of the CLI's program on this machine.
func (c CLI) source() (string, error) {
	if c.built == "" {
		return pinned(c.program)
	}
	root, err := Root()
	return filepath.Join(root, ".cache", c.built), err
}

// Installed reports whether a CLI can run here. CLIs from npm always can: a home without one of them is an error.
func Installed(name string) bool {
	known, err := findCLI(name)
	if err != nil || known.program == "" {
		return false
	}
	path, err := known.source()
	return err == nil && isFile(path)
}

// Modules returns the node_modules folder that contains the CLI's package and its dependencies.
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

// folder returns the location of the CLI's recorded sessions.
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

// write creates a file and its parent folders, accessible only to the owner.
func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}
