package qwen

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"stead/adapters/qwen"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// output writes the records of one file.
type output struct {
	jsonl.Output
	report writers.Report
	plan   writers.Plan
	agent  string // the id of the sub-agent whose transcript it is
	branch string // of the repository
	tip    string // the uuid that the next record follows
	forks  *forks
}

func newOutput(dst io.Writer, plan writers.Plan, stream timeline.Stream, agent string) *output {
	w := &output{Output: jsonl.Output{Dst: dst}, plan: plan, agent: agent, forks: newForks(stream.Header.Branches)}
	if git := stream.Header.Project.Git; git != nil {
		w.branch = git.Branch
	}
	return w
}

// record writes a record of the tree. Members adds what is the record's own.
func (w *output) record(entry *timeline.Entry, kind, provenance string, members func(*timeline.Object)) error {
	uuid := w.uuid(entry.ID)
	o := timeline.NewObject(nil)
	o.String("uuid", uuid)
	if w.tip == "" {
		o.Raw("parentUuid", []byte("null"))
	} else {
		o.String("parentUuid", w.tip)
	}
	o.String("sessionId", w.plan.ID)
	o.String("timestamp", w.plan.Stamp(entry.Timestamp))
	o.String("type", kind)
	o.String("provenance", provenance)
	o.String("cwd", w.plan.Dir)
	o.String("version", w.plan.Version)
	o.Optional("gitBranch", w.branch)
	if w.agent != "" {
		o.String("agentId", w.agent)
		o.String("agentName", agentType)
		o.Bool("isSidechain", true)
	}
	members(&o)
	w.tip = uuid
	w.forks.written(uuid)
	return w.Line(jsonl.EscapeSeparators(o.End()))
}

// uuid derives a record's id from its place and its entry's, so that the same session is written alike each time.
func (w *output) uuid(entry string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%s", w.plan.ID, w.Lines, entry))
	sum[6], sum[8] = sum[6]&0x0F|0x80, sum[8]&0x3F|0x80 // version 8: made in a way of one's own
	id := hex.EncodeToString(sum[:16])
	return fmt.Sprintf("%s-%s-%s-%s-%s", id[:8], id[8:12], id[12:16], id[16:20], id[20:])
}

// leaf writes a record that only says from where the conversation goes on.
func (w *output) leaf() error {
	return w.record(&timeline.Entry{ID: "leaf"}, qwen.TypeSystem, qwen.TypeSystem, func(o *timeline.Object) {
		o.String("subtype", qwen.Telemetry)
		o.Raw("systemPayload", []byte(`{"uiEvent":{"event.name":"`+qwen.LeafEvent+`"}}`))
	})
}

func (w *output) lose(what, why string) { w.report.Losses.Add(what, why) }

// message adds a message of the given parts.
func message(o *timeline.Object, role string, parts [][]byte) {
	o.Append("message", func(dst []byte) []byte {
		m := timeline.NewObject(dst)
		m.String("role", role)
		m.Append("parts", func(dst []byte) []byte { return timeline.AppendArray(dst, parts) })
		return m.End()
	})
}
