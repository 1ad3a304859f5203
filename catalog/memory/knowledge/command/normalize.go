package command

import (
	"path"
	"slices"
	"strings"
	"sync"

	"stead/internal/sys/lazy"
)

// subcommands are programs whose first argument says what they do; the value is how many words do.
var subcommands = sync.OnceValue(func() map[string]int {
	return map[string]int{
		"go": 1, "npm": 1, "pnpm": 1, "yarn": 1, "bun": 1, "deno": 1, "cargo": 1, "git": 1, "docker": 1, "kubectl": 1,
		"dotnet": 1, "mix": 1, "swift": 1,
		"gradle": 1, "gradlew": 1, "mvn": 1, "mvnw": 1, "rake": 1, "rails": 1, "ruff": 1, "golangci-lint": 1, "uv": 1,
		"pip": 1, "apt": 1, "apt-get": 1, "brew": 1,
		"terraform": 1, "helm": 1, "flutter": 1, "dart": 1, "composer": 1, "systemctl": 1, "zig": 1, "stack": 1, "cabal": 1,
		"bazel": 1, "nx": 1, "turbo": 1,
		"python": 1, "node": 1, "ruby": 1, "php": 1, "perl": 1, "make": 1, "just": 1, "task": 1,
	}
})

// second are subcommands after which another word belongs to the program's name.
var second = lazy.Names(
	"npm run|pnpm run|yarn run|bun run|docker compose|go tool|deno task|cargo nextest|dotnet tool", "|")

// folderOptions say in which folder the program works, with their value in the next word. Where a command runs says
// nothing about what it is.
var folderOptions = map[string]string{"git": "-C", "make": "-C", "go": "-C", "npm": "--prefix", "pnpm": "-C",
	"yarn": "--cwd", "cargo": "--manifest-path"}

// printing are options that only change what is printed, or how often the same is done.
var printing = lazy.Regexp(
	`^(-v+|-q+|-s|--verbose|--quiet|--silent|--colou?r(=.*)?|--no-colou?rs?|-count=\d+|--reporter(=.*)?|--tb(=.*)?|--no-header|--progress(=.*)?|-j\d*|--jobs(=.*)?|-timeout(=.*)?|--no-cache|--(no-)?cov.*|-x|--bail|-failfast|--maxfail(=.*)?|--show-output|--nocapture|-rA?|--stacktrace|--debug|--trace)$`)

// valued are options whose value stands in the next word, and which choose a part of what is run.
var valued = lazy.Names(
	"-run -k -t -m -g -p --package --test --bin --filter --grep --tests --only --testNamePattern --testPathPattern -bench --example --project --scheme", " ")

// normalize splits a command's words into program, options and arguments.
func normalize(words []string) Command {
	c := Command{Program: base(words[0])}
	rest := withoutFolder(c.Program, words[1:])
	for range subcommands()[c.Program] {
		if len(rest) == 0 || strings.HasPrefix(rest[0], "-") {
			break
		}
		c.Program += " " + rest[0]
		rest = rest[1:]
	}
	if second(c.Program) && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		c.Program, rest = c.Program+" "+rest[0], rest[1:]
	}
	c.Program = alike(c.Program)
	c.arguments(rest)
	slices.Sort(c.Flags)
	return c
}

// alike returns the long form of a subcommand that has a short one.
func alike(program string) string {
	switch program {
	case "npm t", "npm tst", "npm run test":
		return "npm test"
	case "yarn run test":
		return "yarn test"
	case "pnpm run test":
		return "pnpm test"
	case "npm i":
		return "npm install"
	case "cargo t":
		return "cargo test"
	case "cargo b":
		return "cargo build"
	}
	return program
}

func withoutFolder(program string, words []string) []string {
	option := folderOptions[program]
	if option == "" || len(words) < 2 || words[0] != option {
		return words
	}
	return words[2:]
}

func (c *Command) arguments(words []string) {
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case w == "--" || printing().MatchString(w):
		case valued(w) && i+1 < len(words):
			c.Flags = append(c.Flags, w+"="+words[i+1])
			i++
		case strings.HasPrefix(w, "-") && len(w) > 1:
			c.Flags = append(c.Flags, w)
		default:
			c.Targets = append(c.Targets, target(w))
		}
	}
}

// target returns an argument without "./" in front, so that ./store and store are the same.
func target(word string) string {
	if rest, found := strings.CutPrefix(word, "./"); found && rest != "" && rest != "..." {
		return path.Clean(rest)
	}
	return word
}
