package fidelity

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"stead/e2e/provider"
)

// rules are what is known of one CLI's requests.
type rules struct {
	// tools are its tools, the one that it offers today before those of other versions.
	tools []tool
	// mean and spell are for calls that a table cannot describe. They are asked first, and may be missing.
	mean  func(provider.Item) (meaning, bool)
	spell func(meaning) (form, bool)
	// packed is what a tool gave, out of a result of another form. Nil means that there is none.
	packed func(string) string
	// tellsFailure says that the model is told by a field that a call failed, but for the deeds of which the text alone
	// says it.
	tellsFailure bool
	untold       []deed
	// vendor is whose thinking it sends. Empty means its own alone.
	vendor string
	// takesThinking says that it sends anybody's: nothing in it is signed.
	takesThinking bool
	// said is a conversation without what the CLI itself repeats. Nil means that it repeats nothing.
	said func([]provider.Item) []provider.Item
	// context says which items nobody typed, and the lines that each holds without what the CLI puts around them. Nil
	// means that the CLI has no form of its own for any.
	context func([]provider.Item) map[int][]string
	// isStrict says that the CLI knows no call with an argument that its tool does not have. Others are given what a call
	// says of itself.
	isStrict bool
	// mcp is how the CLI spells the tool of an MCP server. Nil means mcp__server__tool.
	mcp func(server, tool string) string
	// hidesServer says that such a name does not tell where that of the server ends: a call keeps the name that it had.
	hidesServer bool
	// forgetsThinking says that the CLI does not send what its model thought again, although its sessions have it.
	forgetsThinking bool
	// folded is a conversation with a text in place of the user's own shell commands, of a CLI that tells them as calls.
	// Nil means that it does not.
	folded func([]provider.Item) []provider.Item
	// compacted is what stands at the begin of a conversation that the CLI has compacted: how many prompts it kept before
	// the summary, and the whole conversation without what the CLI puts around both. Less than none says that there is no
	// summary.
	compacted func([]provider.Item) (kept int, items []provider.Item)
	// summaryFirst says that the CLI puts a summary before the prompts that were kept, and not behind them.
	summaryFirst bool
	// tellsSummary is what the CLI makes of a summary. Nil means that it sends it as it is.
	tellsSummary func(string) string
	// systemIsLater says that the CLI sends what it tells in the system's name behind what it tells in the user's before
	// the model speaks.
	systemIsLater bool
	// summaryRole is who says the summary; empty means the user.
	summaryRole string
}

// byCLI are the rules of all sources and targets.
var byCLI = map[string]rules{
	"claude":    claude,
	"codex":     codex,
	"opencode":  opencode,
	"gemini":    gemini,
	"kimi":      kimi,
	"kimi-cli":  kimiCLI,
	"qwen":      qwen,
	"clido":     clido,
	"pi":        pi,
	"universal": universal,
	"cusf":      cusf,
}

func rulesOf(cli string) rules {
	found, ok := byCLI[cli]
	if !ok {
		panic(fmt.Sprintf("fidelity: no rules for %q", cli))
	}
	return found
}

// tool is one tool of a CLI: what it does, and under which names it takes the parts of that.
type tool struct {
	deed  deed
	name  string
	parts map[part]string
}

// deed is what a call does, in words of no CLI.
type deed string

const (
	runs      deed = "run"
	reads     deed = "read"
	looks     deed = "look" // at a picture
	writes    deed = "write"
	edits     deed = "edit"
	patches   deed = "patch" // several changes at once
	greps     deed = "grep"
	globs     deed = "glob"
	lists     deed = "list"
	fetches   deed = "fetch"
	searches  deed = "search" // the web
	delegates deed = "delegate"
	plans     deed = "plan" // keeps a list of tasks
	asks      deed = "ask"  // the user
)

// part is what a deed is done with.
type part string

const (
	command part = "command"
	path    part = "path"
	content part = "content"
	before  part = "before"
	after   part = "after"
	pattern part = "pattern"
	url     part = "url"
	query   part = "query"
	task    part = "task"
)

// meaning is a call in words of no CLI.
type meaning struct {
	deed  deed
	parts map[part]string
	// words are what a call says of itself: what it is for, what it shall do, how its output shall be.
	words []string
	// lines are what a patch takes away and puts in, or the tasks of a plan.
	lines []string
	// server is whose tool it is, of a call to an MCP server.
	server string
	// call is what the source said.
	call provider.Item
}

// form is what must stand in a call.
type form struct {
	// tools are the names that it may have; none means any.
	tools []string
	// members must be there with this text.
	members map[string]string
	// holds must stand anywhere in the arguments.
	holds []string
	// wrong says of the arguments what neither of these can say. It may be nil.
	wrong func(arguments string) bool
}

// meaningOf says what a call means to the CLI that it comes from.
func (r rules) meaningOf(call provider.Item) meaning {
	if r.mean != nil {
		if m, ok := r.mean(call); ok {
			m.call = call
			return m
		}
	}
	m := meaning{parts: map[part]string{}, call: call}
	if server, tool, ok := r.remote(call); ok && !r.hidesServer {
		m.server, m.call.Tool = server, tool
		return m
	}
	at := slices.IndexFunc(r.tools, func(t tool) bool { return t.name == call.Tool })
	if at < 0 {
		return m
	}
	m.deed = r.tools[at].deed
	given := members(call.Arguments)
	for _, name := range []string{"description", "instruction", "output_mode"} {
		if word := given[name]; word != "" {
			m.words = append(m.words, word)
		}
	}
	for part, name := range r.tools[at].parts {
		if text, ok := given[name]; ok {
			m.parts[part] = text
		}
	}
	if m.deed == plans {
		m.lines = tasksOf(call.Arguments)
	}
	if m.deed == reads && isPicture(m.parts[path]) {
		m.deed = looks
	}
	return m
}

// formOf says how the CLI must spell a meaning. What it has no tool for stays the call that it was.
func (r rules) formOf(m meaning) form {
	if r.spell != nil {
		if f, ok := r.spell(m); ok {
			return f
		}
	}
	if m.deed == patches {
		return form{tools: append(r.named(edits, writes, runs, patches), m.call.Tool), holds: m.lines}
	}
	for _, t := range r.tools {
		if t.deed != m.deed && (t.deed != reads || m.deed != looks) {
			continue
		}
		f := form{tools: []string{t.name}, members: map[string]string{}}
		if m.deed == plans {
			f.holds = m.lines
		}
		if !r.isStrict {
			f.holds = append(f.holds, m.words...)
		}
		if len(m.parts) == 0 && len(t.parts) > 0 {
			f.tools = append(f.tools, m.call.Tool) // without what it is done with it may not be one of the CLI's
		}
		for part, text := range m.parts {
			if name, ok := t.parts[part]; ok {
				f.members[name] = text
			}
		}
		return f
	}
	f := asItWas(m)
	if m.deed == plans {
		f.holds = m.lines
	}
	if m.server != "" {
		f.tools = []string{r.spelled(m.server, m.call.Tool)}
	}
	return f
}

// spelled is a server's tool as the CLI names it.
func (r rules) spelled(server, tool string) string {
	if r.mcp != nil {
		return r.mcp(server, tool)
	}
	return "mcp__" + server + "__" + tool
}

// remote finds which server's tool a call is of. The servers of the recorded sessions have names without a low line.
func (r rules) remote(call provider.Item) (server, tool string, ok bool) {
	for _, server := range []string{"tracker"} {
		if tool, ok := strings.CutPrefix(call.Tool, r.spelled(server, "")); ok && tool != "" {
			return server, tool, true
		}
	}
	return "", "", false
}

// named are the names of the tools that do one of the deeds.
func (r rules) named(deeds ...deed) []string {
	var names []string
	for _, t := range r.tools {
		if slices.Contains(deeds, t.deed) {
			names = append(names, t.name)
		}
	}
	return names
}

// asItWas is a call under its own name, with what it means, or else all that it says.
func asItWas(m meaning) form {
	f := form{tools: []string{m.call.Tool}}
	if m.call.CallID == "" {
		f.tools = append(f.tools, m.call.Tool+"_call") // as Codex records it
	}
	for _, text := range m.parts {
		f.holds = append(f.holds, text)
	}
	if len(f.holds) > 0 {
		return f
	}
	for _, text := range members(m.call.Arguments) {
		f.holds = append(f.holds, text)
	}
	return f
}

// tasksOf are the tasks of a list, whatever the CLI calls the list and what stands in it.
func tasksOf(arguments string) []string {
	var lists map[string][]map[string]any
	_ = json.Unmarshal([]byte(arguments), &lists)
	var tasks []string
	for _, list := range lists {
		for _, task := range list {
			for _, name := range []string{"content", "step", "text", "description"} {
				if text, ok := task[name].(string); ok {
					tasks = append(tasks, text)
				}
			}
		}
	}
	return tasks
}

// members are the members of a call's arguments that are texts.
func members(arguments string) map[string]string {
	var all map[string]any
	_ = json.Unmarshal([]byte(arguments), &all) // free text has no members
	texts := map[string]string{}
	for name, value := range all {
		if text, ok := value.(string); ok {
			texts[name] = text
		}
	}
	return texts
}

func isPicture(file string) bool {
	return slices.ContainsFunc([]string{".png", ".jpg", ".jpeg", ".gif", ".webp"},
		func(ending string) bool { return strings.HasSuffix(file, ending) })
}
