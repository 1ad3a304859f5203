package command

import (
	"slices"
	"strings"
	"sync"

	"stead/internal/sys/lazy"
)

// silent are commands that neither pass nor fail in a sense that matters: they prepare or print.
var silent = lazy.Names(
	"cd pushd popd export set unset source . yes echo printf true : clear sleep wait ulimit umask exit trap", " ")

// shells run a line that is one of their arguments.
var shells = lazy.Names("bash sh zsh dash", " ")

// wrappers run the command behind them. The value says how many arguments that are no options stand before it.
var wrappers = sync.OnceValue(func() map[string]int {
	return map[string]int{
		"env": 0, "sudo": 0, "time": 0, "timeout": 1, "nice": 0, "nohup": 0, "command": 0, "exec": 0, "stdbuf": 0,
		"xvfb-run": 0, "npx": 0, "bunx": 0,
		"pnpx": 0, "then": 0, "strace": 0, "caffeinate": 0, "doas": 0, "ionice": 0,
	}
})

// pairs are wrappers of two words.
var pairs = lazy.Names(
	"pnpm exec|pnpm dlx|yarn dlx|yarn exec|uv run|poetry run|pipenv run|bundle exec|pdm run|hatch run|rye run|python -m|direnv exec", "|")

// withValue are options of wrappers that have their value in the next word.
var withValue = lazy.Names("-n -s -k -u -o -e -i -C -p --signal --kill-after", " ")

// add adds a simple command, unless it is one that only prepares.
func (l *lister) add(words []string, depth int) {
	words = unwrap(words)
	if len(words) == 0 || silent(base(words[0])) {
		return
	}
	if shells(base(words[0])) {
		if at := slices.IndexFunc(words, func(w string) bool {
			return len(w) > 1 && w[0] == '-' && w[1] != '-' &&
				strings.Contains(w, "c")
		}); at > 0 && at+1 < len(words) {
			l.parse(words[at+1], depth+1)
			return
		}
	}
	l.line.Commands = append(l.line.Commands, normalize(words))
}

// unwrap returns the words of the command that really runs.
func unwrap(words []string) []string {
	for len(words) > 0 {
		switch arguments, isWrapper := wrappers()[base(words[0])]; {
		case isAssignment(words[0]):
			words = words[1:]
		case isWrapper && len(words) > 1:
			words = skip(words[1:], arguments)
		case len(words) > 2 && pairs(base(words[0])+" "+words[1]):
			words = skip(words[2:], 0)
		default:
			return words
		}
	}
	return nil
}

// skip leaves out a wrapper's options, its variables, and as many arguments.
func skip(words []string, arguments int) []string {
	for len(words) > 1 {
		switch {
		case withValue(words[0]):
			words = words[min(2, len(words)-1):]
		case strings.HasPrefix(words[0], "-"), isAssignment(words[0]):
			words = words[1:]
		case arguments > 0:
			words, arguments = words[1:], arguments-1
		default:
			return words
		}
	}
	return words
}

func isAssignment(word string) bool {
	name, _, found := strings.Cut(word, "=")
	return found && name != "" && !strings.ContainsAny(name, "-./ ")
}
