package kimi

import (
	"path/filepath"
	"time"

	format "stead/adapters/kimi"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// promptLength is the number of characters of a prompt that the state repeats.
const promptLength = 200

// state writes the file that describes the session. A session that keeps its id keeps its state. A session with a new
// id keeps the CLI's title in it.
func (f *folder) state(main *encoder) error {
	own := jsonl.Value(timeline.KeptFile(f.plan.Stream.Header.Extra[format.StateExtra]))
	if main.restorer.isSame && own != nil {
		return f.files.Put(format.StatePath(f.session), own)
	}
	o := timeline.NewObject(nil)
	o.String("id", f.plan.ID)
	o.Int("version", 2)
	o.String("cwd", f.plan.Dir)
	o.Int("createdAt", main.out.created)
	o.Int("updatedAt", f.plan.Now.UnixMilli()) // "continue" resumes the newest session
	o.Bool("archived", false)
	f.titles(&o, own, main)
	o.String("lastTurnReason", "completed")
	o.Append("agents", f.appendAgents)
	o.Append("custom", f.appendOrigin)
	return f.files.Put(format.StatePath(f.session), append(o.End(), '\n'))
}

func (f *folder) titles(o *timeline.Object, own jsonl.Value, main *encoder) {
	title := own.Get("title").String()
	isCustom := own.Get("isCustomTitle").Bool()
	if title == "" {
		title, isCustom = main.conversation.prompts.first, false
	}
	o.Optional("title", title)
	if isCustom {
		o.String("titleKind", "custom")
	} else {
		o.String("titleKind", "replaceable")
	}
	o.Bool("isCustomTitle", isCustom)
	o.Optional("lastPrompt", main.conversation.prompts.last)
}

func (f *folder) appendAgents(dst []byte) []byte {
	o := timeline.NewObject(dst)
	o.Append(format.MainAgent, func(dst []byte) []byte { return f.appendAgent(dst, agent{id: format.MainAgent}) })
	for _, a := range f.agents {
		o.Append(a.id, func(dst []byte) []byte { return f.appendAgent(dst, a) })
	}
	return o.End()
}

func (f *folder) appendAgent(dst []byte, a agent) []byte {
	o := timeline.NewObject(dst)
	o.String("homedir", filepath.Dir(format.WirePath(f.session, a.id)))
	if a.parent == "" {
		o.String("type", "main")
		return o.End()
	}
	o.String("type", "sub")
	o.String("parentAgentId", a.parent)
	o.Append("labels", func(dst []byte) []byte {
		labels := timeline.NewObject(dst)
		labels.String("parentAgentId", a.parent)
		return labels.End()
	})
	return o.End()
}

// appendOrigin records the source of the session in the member that the CLI reserves for other programs.
func (f *folder) appendOrigin(dst []byte) []byte {
	source := f.plan.Stream.Header.Source
	o := timeline.NewObject(dst)
	o.Append("stead", func(dst []byte) []byte {
		from := timeline.NewObject(dst)
		from.String("from", source.CLI+":"+source.OriginalID)
		from.String("at", f.plan.Now.UTC().Format(time.RFC3339))
		return from.End()
	})
	return o.End()
}

// titleOf returns the beginning of a prompt.
func titleOf(text timeline.Text) string {
	head := []rune(text.Head(4 * promptLength))
	return string(head[:min(len(head), promptLength)])
}
