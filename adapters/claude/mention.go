package claude

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"stead/internal/sys/lazy"
	"stead/timeline"
)

// NameOfLines returns the name of a range of lines of a file, as a user types it: "calc.py#L1-2". For a whole file it
// is the path alone.
func NameOfLines(file string, start, lines, total int64) string {
	if start <= 1 && (lines >= total || lines == 0) {
		return file
	}
	return fmt.Sprintf("%s#L%d-%d", file, max(start, 1), max(start, 1)+lines-1)
}

var lines = lazy.Regexp(`^(.+)#L(\d+)-(\d+)$`)

// LinesOf parses a name from [NameOfLines]. For a whole file, first is 1 and last is 0.
func LinesOf(name string) (file string, first, last int64) {
	m := lines().FindStringSubmatch(name)
	if m == nil {
		return name, 1, 0
	}
	first, _ = strconv.ParseInt(m[2], 10, 64) // it stays 0 if there are too many digits
	last, _ = strconv.ParseInt(m[3], 10, 64)
	return m[1], max(first, 1), last
}

var resource = lazy.Regexp(`^([^/:]+):([A-Za-z][A-Za-z0-9+.-]*:.+)$`)

// ResourceOf splits the name of an MCP server's resource, "tracker:ticket://7".
func ResourceOf(name string) (server, uri string, ok bool) {
	m := resource().FindStringSubmatch(name)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// SkillOf returns the name of a skill whose text begins with its folder. It is the folder's name.
func SkillOf(text timeline.Text) string {
	line, _, _ := strings.Cut(strings.TrimPrefix(text.Head(4<<10), SkillFolder), "\n")
	return path.Base(strings.ReplaceAll(strings.TrimSpace(line), `\`, "/"))
}
