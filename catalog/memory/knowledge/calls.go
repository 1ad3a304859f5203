package knowledge

import (
	"encoding/json"
	"slices"
	"strings"

	"stead/catalog/memory"
	"stead/catalog/memory/knowledge/command"
	"stead/timeline"
)

// call is a call with what its input says.
type call struct {
	memory.Step
	// Line is what a shell runs. Command is the text of it.
	Line    command.Line
	Command string
	// Input as far as the rules need it.
	Input callInput
}

// callInput are the universal arguments that rules look at.
type callInput struct {
	Command string `json:"command"`
	Path    string `json:"path"`
	Old     string `json:"old"`
	New     string `json:"new"`
	Content string `json:"content"`
	Patch   string `json:"patch"`
}

// calls are those that have no result yet.
type calls struct{ open []*call }

// mostOpen is how many calls may wait for their results. Those beyond never get one.
const mostOpen = 64

func (c *calls) add(s memory.Step) *call {
	one := &call{Step: s}
	// An argument of another type is none that a rule could use.
	_ = json.Unmarshal(s.Input, &one.Input)
	one.Step.Input = nil
	if one.Path == "" {
		one.Path = one.Input.Path
	}
	if isShell(s.Tool) {
		one.Command = one.Input.Command
		one.Line = command.Parse(one.Command)
	}
	c.open = append(c.open, one)
	if len(c.open) > mostOpen {
		c.open = c.open[1:]
	}
	return one
}

// take returns the call of a result; the oldest one for a result without an id.
func (c *calls) take(id string) *call {
	at := slices.IndexFunc(c.open, func(one *call) bool { return one.CallID == id })
	if at < 0 {
		return nil
	}
	one := c.open[at]
	c.open = slices.Delete(c.open, at, at+1)
	return one
}

func isShell(tool string) bool { return tool == string(timeline.Bash) }

// changesFile reports whether a call edits or writes a file.
func (c *call) changesFile() bool {
	return c.Tool == string(timeline.Edit) || c.Tool == string(timeline.Write) || isShell(c.Tool) && c.patch() != ""
}

// patch returns the patch that a call applies, in the grammar of apply_patch.
func (c *call) patch() string {
	if c.Input.Patch != "" {
		return c.Input.Patch
	}
	if strings.HasPrefix(c.Command, "apply_patch") {
		return c.Command
	}
	return ""
}

// files returns the paths of the files that a call changes.
func (c *call) files() []string {
	var paths []string
	for path := range timeline.PatchedFiles(c.patch()) {
		paths = append(paths, path)
	}
	if len(paths) == 0 && c.Path != "" {
		paths = []string{c.Path}
	}
	return paths
}

// runs reports whether the call runs something that can fail and pass: a command, or a tool that only its CLI knows.
func (c *call) runs() bool {
	return len(c.Line.Commands) > 0 && c.patch() == "" || c.Tool == string(timeline.Unknown) && c.OriginalTool != ""
}

// same reports whether two calls run the same.
func (c *call) same(other *call) bool {
	if c.Tool != other.Tool {
		return false
	}
	if isShell(c.Tool) {
		return command.Same(c.Line, other.Line)
	}
	return c.OriginalTool == other.OriginalTool && c.Hash == other.Hash
}
