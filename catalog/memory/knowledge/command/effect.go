package command

import (
	"slices"
	"strings"

	"stead/internal/sys/lazy"
)

// looking are programs that change nothing.
var looking = lazy.Regexp(
	`^(ls|cat|head|tail|less|more|grep|egrep|fgrep|rg|ag|ack|find|fd|pwd|which|whereis|type|file|stat|wc|sort|uniq|cut|tr|awk|jq|yq|diff|cmp|comm|tree|du|df|ps|top|env|printenv|date|uname|whoami|id|hostname|nproc|lsof|ss|netstat|dig|nslookup|ping|man|help|history|test|\[|xxd|hexdump|strings|nm|objdump|readelf|ldd|basename|dirname|realpath|readlink|md5sum|sha256sum|column|bat|batcat|tac|nl|git (status|log|diff|show|blame|branch|remote|rev-parse|ls-files|describe|grep|config|shortlog|reflog|stash list)|go (list|env|version|doc|vet)|npm (ls|list|view|outdated|root|config)|pip (list|show|freeze)|docker (ps|logs|images|inspect)|docker compose (ps|logs)|kubectl (get|describe|logs)|cargo (tree|metadata)|systemctl (status|show)|gh|curl|wget|node -v|make -n)$`)

// fixing are options by which a check or a test changes files.
var fixing = lazy.Regexp(`^(--fix.*|--write|-w|-u|--update|-update|--snapshot-update)$`)

// searching are programs whose exit code 1 says that they found nothing, or a difference.
var searching = lazy.Names("grep egrep fgrep rg ag ack diff cmp test [ [[ pgrep which type find expr comm", " ")

// Looks reports whether a line changes nothing: it reads, lists or searches, or runs tests and checks.
func (l Line) Looks() bool {
	if l.Writes {
		return false
	}
	for _, c := range l.Commands {
		if !c.looks() {
			return false
		}
	}
	return true
}

func (c Command) looks() bool {
	if slices.ContainsFunc(c.Flags, fixing().MatchString) {
		return false
	}
	switch c.Program {
	case "sed", "perl":
		return !hasPrefix(c.Flags, "-i") && !hasPrefix(c.Flags, "-pi") && !hasPrefix(c.Flags, "-p -i")
	case "black", "isort", "prettier", "gofmt":
		return hasPrefix(c.Flags, "--check") || hasPrefix(c.Flags, "-l")
	case "find":
		return !hasPrefix(c.Flags, "-delete") && !hasPrefix(c.Flags, "-exec")
	}
	return looking().MatchString(c.Program) || runners().MatchString(c.Program) && !strings.Contains(c.Program, " run ")
}

func hasPrefix(flags []string, prefix string) bool {
	for _, f := range flags {
		if strings.HasPrefix(f, prefix) {
			return true
		}
	}
	return false
}

// Searches reports whether exit code 1 of the line is an answer, not a failure: its last command searches or compares.
func (l Line) Searches() bool {
	if len(l.Commands) == 0 {
		return false
	}
	last := l.Commands[len(l.Commands)-1]
	if last.Program == "git grep" || last.Program == "git diff" || last.Program == "git show-ref" ||
		last.Program == "git merge-base" {
		return true
	}
	return searching(last.Program)
}

// Prints reports whether all that the line does is to show what a file or a service holds: words like "FAIL" in its
// output are no failure of its own.
func (l Line) Prints() bool {
	for _, c := range l.Commands {
		if c.Program != "sed" && !looking().MatchString(c.Program) {
			return false
		}
	}
	return true
}
