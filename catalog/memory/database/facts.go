package database

import (
	"cmp"
	"encoding/json"
	"strings"

	"stead/catalog/memory"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// facts are what a text holds that the analytics need: of a call its arguments, of any other text what it names.
type facts struct {
	// command, path, url, skill and agent are arguments of a call.
	command, url, skill, agent string
	// patched are the files that a call's patch changes.
	patched []patch
	// slash is the slash command that a prompt is.
	slash string
	// urls and commits stand in the text.
	urls, commits []string
}

// patch is a file that a patch changes.
type patch struct{ path, relation string }

// argumentMembers are the arguments of calls that the analytics use.
type argumentMembers struct {
	Command jsonl.Value `member:"command"`
	URL     jsonl.Value `member:"url"`
	Skill   jsonl.Value `member:"skill"`
	Name    jsonl.Value `member:"name"`
	Agent   jsonl.Value `member:"agent"`
	Patch   jsonl.Value `member:"patch"`
}

var argumentTable jsonl.Table[argumentMembers]

// factsOf returns what a text of that kind holds, or nil.
func factsOf(kind, content string, metadata metadataMembers) *facts {
	var f facts
	switch memory.Kind(kind) {
	case memory.KindCall:
		return callFacts(metadata.Input)
	case memory.KindPrompt:
		f.slash, f.urls = slashCommand(content), urlsIn(content)
	case memory.KindAnswer:
		f.urls = urlsIn(content)
	case memory.KindResult:
		f.commits = commitsIn(content)
	}
	if f.slash == "" && f.urls == nil && f.commits == nil {
		return nil
	}
	return &f
}

// callFacts returns what the analytics use of a call's arguments.
func callFacts(input jsonl.Value) *facts {
	a := argumentTable.Peek(input)
	f := &facts{command: kept(a.Command), url: kept(a.URL), skill: cmp.Or(kept(a.Skill), kept(a.Name)),
		agent: kept(a.Agent)}
	if a.Command.IsArray() { // a program with its arguments
		var words []string
		if json.Unmarshal(a.Command, &words) == nil {
			f.command = strings.Join(words, " ")
		}
	}
	if a.Patch.IsString() {
		f.patched = patchedIn(a.Patch.String())
	}
	return f
}

// kept returns a string that outlives its line.
func kept(v jsonl.Value) string { return strings.Clone(v.String()) }

// relations say what a session has to do with a file that a patch names.
var relations = map[timeline.PatchChange]string{
	timeline.PatchAdds: "written", timeline.PatchUpdates: "edited", timeline.PatchMoves: "written",
	timeline.PatchDeletes: "deleted",
}

// patchedIn returns the files that a patch names.
func patchedIn(text string) []patch {
	var found []patch
	for path, change := range timeline.PatchedFiles(text) {
		if len(found) == mostNamed {
			break
		}
		found = append(found, patch{strings.Clone(path), relations[change]})
	}
	return found
}

var slash = lazy.Regexp(`^/[A-Za-z][\w:.-]*(?:\s|$)`)

// slashCommand returns the command that a prompt begins with, with its slash. A path is none.
func slashCommand(prompt string) string {
	if !strings.HasPrefix(prompt, "/") {
		return ""
	}
	return strings.TrimSpace(slash().FindString(prompt))
}

// Limits of what one text may name: a dump of a crawler is no list of what a session had to do with.
const (
	mostNamed  = 20
	longestURL = 500
)

// urlsIn returns the addresses that a text names, each once.
func urlsIn(text string) []string {
	var found []string
	for rest := text; len(found) < mostNamed; {
		at := strings.Index(rest, "://")
		if at < 0 {
			break
		}
		begin := at
		for begin > 0 && isLetter(rest[begin-1]) {
			begin--
		}
		end := at + len("://")
		for end < len(rest) && isOfURL(rest[end]) {
			end++
		}
		url := strings.TrimRight(rest[begin:end], ".,;:!?'*_")
		if scheme := rest[begin:at]; (scheme == "http" || scheme == "https") && len(url) > len(scheme)+len("://") &&
			len(url) <= longestURL {
			found = appendNew(found, url)
		}
		rest = rest[end:]
	}
	return found
}

func isLetter(b byte) bool { return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' }

// isOfURL takes what may stand in an address. Brackets, quotes and backslashes end one: they are of the text around it.
func isOfURL(b byte) bool {
	return b > ' ' && b < 0x7f && !strings.ContainsRune("\"'`<>()[]{}\\|^", rune(b))
}

// made is the line by which git commit says what it made: [main 1a2b3c4] Fix it.
var made = lazy.Regexp(`(?m)^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\] `)

// commitsIn returns the commits that the output of git commit names.
func commitsIn(output string) []string {
	if !strings.HasPrefix(output, "[") && !strings.Contains(output, "\n[") {
		return nil
	}
	var found []string
	for _, match := range made().FindAllStringSubmatch(output, mostNamed) {
		found = appendNew(found, match[1])
	}
	return found
}

func appendNew(list []string, item string) []string {
	for _, one := range list {
		if one == item {
			return list
		}
	}
	return append(list, strings.Clone(item))
}

// component returns which kind of part of a CLI a call used, and its name. CLIs mark the tools of MCP servers
// differently: mcp__server__tool (Claude Code, Codex), mcp_server_tool (Gemini CLI).
func component(tool, original string, f *facts) (kind, name string) {
	if rest, ok := strings.CutPrefix(original, "mcp__"); ok {
		return "mcp", strings.Replace(rest, "__", "/", 1)
	}
	if rest, ok := strings.CutPrefix(original, "mcp_"); ok {
		return "mcp", strings.Replace(rest, "_", "/", 1)
	}
	switch {
	case timeline.Tool(tool) == timeline.Task:
		return "agent", cmp.Or(f.agent, original)
	case strings.EqualFold(original, "skill"):
		return "skill", cmp.Or(f.skill, original)
	case tool == "" || timeline.Tool(tool) == timeline.Unknown:
		return "tool", original
	}
	return "tool", tool
}

// relation says what a call did with the file that it names.
func relation(tool string) string {
	switch timeline.Tool(tool) {
	case timeline.Read:
		return "read"
	case timeline.Write:
		return "written"
	case timeline.Edit:
		return "edited"
	case timeline.Search, timeline.Glob, timeline.List:
		return "searched"
	}
	return "named"
}
