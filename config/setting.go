package config

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"stead/internal/term/plain"
)

// kind is the kind of a setting's values.
type kind int

const (
	text        kind = iota
	program          // a name, or a path
	folder           // a path
	list             // strings
	environment      // strings of the form NAME=value
	rules            // strings of the form PATTERN=MODEL
	folders          // paths, which may be patterns
	duration         // 90s, 1h30m
	number           // 1 and more
	clis             // names of CLIs
	command          // a program with its arguments
	truth            // true or false
	address          // the address of a service
	variable         // the name of an environment variable
	offline          // what happens to a run without its lease
	others           // what other machines may do here
	lease            // the length of a lease
)

func (k kind) isList() bool {
	return k == list || k == environment || k == rules || k == folders || k == clis || k == command
}

// known is an existing setting.
type known struct {
	key      string
	kind     kind
	fallback string
}

// ofCLI are the settings of every CLI.
var ofCLI = []known{
	{key: "binary", kind: program}, {key: "home", kind: folder}, {key: "args", kind: list},
	{key: "env", kind: environment},
	{key: "model"}, {key: "models", kind: rules},
}

// all returns all settings.
func (in Input) all() []known {
	all := []known{{key: "history", fallback: "full"}, {key: "thinking"}, {key: "redact", fallback: "ask"},
		{key: "sync", fallback: "off"}, {key: "detach_key", fallback: `ctrl-\`},
		{key: "pause", kind: truth, fallback: "true"}}
	all = slices.Concat(all, ofFailover, ofNotify, ofCUSF, ofMemory, ofReach, ofNATS)
	for _, cli := range in.CLIs {
		all = append(all, known{key: "memory.exports." + cli, kind: folder})
	}
	for _, cli := range in.CLIs {
		for _, k := range ofCLI {
			k.key = "cli." + cli + "." + k.key
			all = append(all, k)
		}
	}
	return all
}

// variable returns the name of the environment variable that holds the setting.
func (k known) variable() string {
	return prefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(k.key))
}

// find returns the setting with a key.
func (in Input) find(key string) (known, bool) {
	all := in.all()
	at := slices.IndexFunc(all, func(k known) bool { return k.key == strings.ToLower(key) })
	if at < 0 {
		return known{}, false
	}
	return all[at], true
}

// shownAllowed is the number of allowed names up to which a hint lists them beside the proposed one.
const shownAllowed = 6

// mostAllowed is the maximum number of names that a hint lists.
const mostAllowed = 30

// unknown returns the error for a name that is not allowed.
func unknown(origin, name string, allowed []string) *Error {
	remedy := "allowed are " + strings.Join(allowed, ", ")
	meant, ok := plain.Nearest(name, allowed)
	switch {
	case ok && len(allowed) > shownAllowed:
		remedy = fmt.Sprintf("did you mean %s?", meant)
	case ok:
		remedy = fmt.Sprintf("did you mean %s? %s", meant, remedy)
	case len(allowed) > mostAllowed:
		remedy = "`stead config --all` lists them"
	}
	return &Error{Origin: origin, Key: name, Problem: "there is no such setting", Remedy: remedy}
}

type errRelative string

func (e errRelative) Error() string {
	return fmt.Sprintf("%q is not an absolute path and does not begin with ~/", string(e))
}

// check returns the expanded value, or what is wrong with it.
func (in Input) check(k known, value string) (string, error) {
	if k.kind == clis {
		value = strings.ToLower(value)
	}
	if test := in.Checks[k.key]; test != nil {
		return value, test(value)
	}
	switch {
	case (k.kind == folder || k.kind == folders) && value != "":
		return in.absolute(value)
	case k.kind == program && strings.ContainsRune(value, '/'):
		return in.absolute(value)
	case k.kind == environment:
		if name, _, found := strings.Cut(value, "="); !found || name == "" {
			return "", fmt.Errorf("%q is not of the form NAME=value", value)
		}
	case k.kind == rules:
		return value, checkRule(value)
	}
	return value, k.kind.check(value)
}

// check returns what is wrong with a value that is not plain text.
func (k kind) check(value string) error {
	switch k {
	case address:
		return checkAddress(value)
	case variable:
		return checkVariable(value)
	case offline:
		return checkOffline(value)
	case lease:
		return checkLease(value)
	case others:
		return checkOthers(value)
	case truth:
		if _, err := strconv.ParseBool(value); err != nil {
			return fmt.Errorf("%q is neither true nor false", value)
		}
	case number:
		if n, err := strconv.Atoi(value); err != nil || n < 1 {
			return fmt.Errorf("%q must be an integer of at least 1", value)
		}
	case duration:
		if d, err := time.ParseDuration(value); err != nil || d < 0 {
			return fmt.Errorf("%q is not a duration: write it as 90s, 10m or 1h30m", value)
		}
	}
	return nil
}

func checkRule(rule string) error {
	pattern, model, _ := strings.Cut(rule, "=")
	if pattern == "" || model == "" {
		return fmt.Errorf("%q is not of the form PATTERN=MODEL, such as claude-opus-*=gpt-5.5", rule)
	}
	if _, err := path.Match(pattern, ""); err != nil {
		return fmt.Errorf("%q: %s is not a pattern: * stands for any characters, ? for one, [ab] for one of these", rule,
			pattern)
	}
	return nil
}
