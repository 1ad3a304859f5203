package claude

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"stead/adapters/claude"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// output writes the records of one file.
type output struct {
	jsonl.Output
	plan   writers.Plan
	agent  string // the sub-agent's id, in its file
	branch string // of the repository
	report writers.Report
	line   []byte
	// written are the uuids in the file: links to others must be mended.
	written entry.IDs
	// calls are the uuids of the records that were taken whole, by the ids of the calls in them: a summary may keep these.
	calls map[string]string

	// side is the abandoned branch that is written, empty for the active conversation.
	side string
	at   place
	// wrote is set once anything was converted.
	wrote bool
}

func newOutput(dst io.Writer, plan writers.Plan, agent string) *output {
	o := &output{Output: jsonl.Output{Dst: dst}, plan: plan, agent: agent, written: entry.NewIDs(),
		calls: map[string]string{}}
	if git := plan.Stream.Header.Project.Git; git != nil {
		o.branch = git.Branch
	}
	return o
}

// leaf is the record that names the active leaf.
func (w *output) leaf() []byte {
	o := timeline.NewObject(w.line[:0])
	o.String("type", claude.TypeLastPrompt)
	if !w.at.lastPrompt.IsEmpty() {
		o.String("lastPrompt", title(w.at.lastPrompt))
	}
	o.String("leafUuid", w.at.tip)
	o.String("sessionId", w.plan.ID)
	return o.End()
}

// record writes a record of the tree. Parent is the uuid that it follows, and members adds what is the record's own.
func (w *output) record(id, parent, timestamp string, members func(*timeline.Object)) error {
	w.wrote = true
	uuid := w.uuid(id)
	for w.isWritten(uuid) { // of two records with one uuid the CLI loses the first, and all before it
		id += "\x00again"
		uuid = w.uuid(id)
	}
	o := timeline.NewObject(w.line[:0])
	if parent == "" {
		o.Raw("parentUuid", []byte("null"))
	} else {
		o.String("parentUuid", parent)
	}
	o.Bool("isSidechain", w.agent != "")
	o.Optional("agentId", w.agent)
	members(&o)
	o.String("uuid", uuid)
	o.String("timestamp", w.plan.Stamp(timestamp)) // a last record without one makes the whole session unknown to the CLI
	o.String("userType", "external")
	o.String("entrypoint", "cli") // sessions of "sdk-cli" are hidden from the CLI's picker
	o.String("cwd", w.plan.Dir)
	o.String("sessionId", w.plan.ID)
	o.String("version", w.plan.Version)
	o.String("gitBranch", w.branch)
	w.line = o.End()
	w.at.tip = uuid
	w.written.Take(uuid)
	return w.Line(w.line)
}

// uuid derives a record's id from its entry's, so that the same session is written alike each time, and a compaction
// can name entries of long ago.
func (w *output) uuid(entry string) string {
	sum := sha256.Sum256([]byte(w.plan.ID + w.agent + "\x00" + entry))
	sum[6], sum[8] = sum[6]&0x0F|0x80, sum[8]&0x3F|0x80 // version 8: made in a way of one's own
	id := hex.EncodeToString(sum[:16])
	return fmt.Sprintf("%s-%s-%s-%s-%s", id[:8], id[8:12], id[12:16], id[16:20], id[20:])
}

// isWritten reports whether a record of that uuid is in the file.
func (w *output) isWritten(uuid string) bool { return w.written.Has(uuid) }

func (w *output) lose(what, why string) { w.report.Losses.Add(what, why) }

// loseItem declares the loss of what the source's model knew. What it had on an abandoned branch it has forgotten.
func (w *output) loseItem(branch string, kind writers.Kind, characters int64, what, why string) {
	if branch != "" {
		w.lose(what, why)
		return
	}
	w.report.Losses.Item(kind, characters, what, why)
}

// title returns the beginning of a prompt, for the records that repeat it.
func title(text timeline.Text) string {
	head := []rune(strings.ToValidUTF8(text.Head(400), ""))
	return string(head[:min(len(head), 200)])
}
