package active

import (
	"cmp"

	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/render/transcript"
	"stead/orchestrator/questions"
	"stead/runs"
	"stead/timeline"
)

// Question is the question of a run's CLI, as people and programs see it. Strangers may have written its texts.
type Question struct {
	ID string `json:"id"`
	// Kind is permission. The CLI's other questions are answered in its own terminal.
	Kind  string `json:"kind" doc:"permission"`
	Run   string `json:"run"`
	CLI   string `json:"cli"`
	About string `json:"about" doc:"for what is asked, in a line"`
	Tool  string `json:"tool" doc:"what the CLI calls the tool"`
	// Command, Path and Change are those of the call, if it has them; Input holds all its arguments.
	Command string `json:"command,omitempty" doc:"the whole command, of a call that runs one"`
	Path    string `json:"path,omitempty" doc:"the file, of a call about one"`
	Change  string `json:"change,omitempty" doc:"what a file is changed by, as lines that begin as those of a diff do"`
	Input   any    `json:"input,omitempty" doc:"all arguments of the call"`
	Folder  string `json:"folder" doc:"the run's working folder"`
	Reason  string `json:"reason,omitempty" doc:"why it is asked, in the words of the CLI or its model"`
	Agent   string `json:"agent,omitempty" doc:"the sub-agent that asks"`
	Partial bool   `json:"partial,omitempty" doc:"the request was read from the screen, where a long one is cut"`
	// Options are the answers that the caller can give here.
	Options    []signals.Option `json:"options" doc:"the answers that can be given here: none as long as the CLI has not drawn its dialog"`
	Answerable bool             `json:"answerable" doc:"there are options; otherwise attach to the run"`
}

// QuestionOf returns a run's open question. The error wraps questions.ErrNone; it is a *DialogError if the CLI shows a
// dialog of its own.
func QuestionOf(r runs.Run) (Question, error) {
	asked := r.Question
	switch {
	case !r.Alive():
		return Question{}, questions.ErrNone
	case r.State == signals.Input && r.About != "":
		return Question{}, &DialogError{Run: r.ID, About: r.About}
	case r.State != signals.Permission:
		return Question{}, questions.ErrNone
	}
	if asked == nil {
		asked = &signals.Question{About: r.About, Partial: true}
	}
	call := &timeline.Entry{Type: timeline.ToolCall, Tool: cmp.Or(timeline.Tool(asked.Universal), timeline.Unknown),
		OriginalTool: asked.Tool, Input: asked.Input}
	change, _ := transcript.Change(call, 0)
	input := jsonl.Value(asked.Input)
	q := Question{
		ID: asked.ID, Kind: string(signals.Permission), Run: r.ID, CLI: r.To.CLI, About: asked.About, Tool: asked.Tool,
		Command: input.Get("command").String(),
		Path:    input.Get("path").String(), Change: cmp.Or(change, input.Get("diff").String()), Folder: r.Dir,
		Reason: asked.Reason, Agent: asked.Agent,
		Partial: asked.Partial, Options: append([]signals.Option{}, asked.Options...), Answerable: len(asked.Options) > 0,
	}
	if asked.Input != nil {
		q.Input = asked.Input
	}
	return q, nil
}
