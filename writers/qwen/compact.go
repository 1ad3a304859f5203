package qwen

import (
	"stead/internal/format/qwen"
	"stead/timeline"
)

// compact writes the summary that replaced the history before it, in the CLI's own form: a history that takes the place of all records
// above. What stays beside the summary is repeated in it. The model does not acknowledge the summary, as the CLI lets it: what it says
// next would be glued to that when it is sent.
func (e *encoder) compact(entry *timeline.Entry) error {
	history := [][]byte{content("user", [][]byte{textPart(entry.Content, false)})}
	kept, err := e.kept(entry.Compaction.Keeps)
	if err != nil {
		return err
	}
	return e.record(entry, qwen.TypeSystem, qwen.TypeSystem, func(o *timeline.Object) {
		o.String("subtype", qwen.Compression)
		o.Append("systemPayload", func(dst []byte) []byte {
			p := timeline.NewObject(dst)
			p.String("originator", qwen.Originator)
			p.Append("info", func(dst []byte) []byte { return appendInfo(dst, entry.Compaction.Trigger) })
			p.Append("compressedHistory", func(dst []byte) []byte { return appendArray(dst, append(history, kept...)) })
			return p.End()
		})
	})
}

// compressed is the status of a compression that worked.
const compressed = 1

func appendInfo(dst []byte, trigger string) []byte {
	if trigger != "manual" {
		trigger = "auto"
	}
	o := timeline.NewObject(dst)
	o.Int("originalTokenCount", 0)
	o.Int("newTokenCount", 0)
	o.Int("compressionStatus", compressed)
	o.String("triggerReason", trigger)
	return o.End()
}

func content(role string, parts [][]byte) []byte {
	o := timeline.NewObject(nil)
	o.String("role", role)
	o.Append("parts", func(dst []byte) []byte { return appendArray(dst, parts) })
	return o.End()
}

// kept returns the entries of those ids as messages. The stream is ranged over again for them, so that nothing need be held for a
// compaction that may come.
func (e *encoder) kept(ids []string) ([][]byte, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	var contents [][]byte
	for entry, err := range e.stream.Entries {
		if err != nil {
			return nil, err
		}
		if !wanted[entry.ID] || !entry.Active() || entry.Type == timeline.System {
			continue
		}
		role, parts, err := e.keptParts(entry)
		if err != nil {
			return nil, err
		}
		if len(parts) > 0 {
			contents = append(contents, content(role, parts))
		}
		delete(wanted, entry.ID)
		if len(wanted) == 0 {
			break
		}
	}
	return contents, nil
}

// keptParts are an entry's parts once more, with the ids that calls have in the file.
func (e *encoder) keptParts(entry *timeline.Entry) (role string, parts [][]byte, err error) {
	switch entry.Type {
	case timeline.User:
		parts, err = e.promptParts(entry)
		return "user", parts, err
	case timeline.Assistant:
		return "model", e.responseParts(entry), nil
	case timeline.ToolCall:
		name, arguments := e.translate(entry)
		return "model", [][]byte{appendCall(call{e.written(entry.ID).id, name}, arguments)}, nil
	}
	known := e.written(entry.CallID)
	e.ids[entry.CallID] = known
	part, err := e.resultPart(&timeline.Entry{ID: entry.CallID}, entry)
	return "user", [][]byte{part}, err
}

// written returns a call as it stands in the file.
func (e *encoder) written(id string) call {
	if c, ok := e.ids[id]; ok {
		return c
	}
	return call{id: ownID(id), name: "unknown_tool"}
}
