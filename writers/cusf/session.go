package cusf

import (
	format "stead/internal/format/cusf"
	"stead/internal/jsonl"
	"stead/timeline"
)

// exporter names stead in the files that it makes.
const exporter = "stead/1.0"

// sourceOf returns the llm_source of a session: that of its file, or of its CLI.
func sourceOf(h timeline.Header) string {
	if source := jsonl.Value(h.Source.Extra[format.ExtraSource]).String(); h.Source.CLI == format.Name && format.IsSource(source) {
		return source
	}
	return format.SourceOf(h.Source.CLI)
}

// modelOf returns the session's model. Before it stands the CLI where llm_source cannot name that: there is no better place.
func modelOf(h timeline.Header) string {
	switch {
	case h.Source.CLI == format.Name, h.Source.CLI == "", sourceOf(h) != format.Other:
		return h.Model.Model
	case h.Model.Model == "":
		return h.Source.CLI
	}
	return h.Source.CLI + "/" + h.Model.Model
}

func (n *encoder) meta() []byte {
	o := timeline.NewObject(nil)
	o.Append(format.Meta, func(dst []byte) []byte {
		m := timeline.NewObject(dst)
		m.String("format", format.Name)
		m.String("version", format.Version)
		m.String("exported_at", n.exportedAt())
		m.String("exporter", exporter)
		return m.End()
	})
	n.appendMade(&o)
	return o.End()
}

func (n *encoder) exportedAt() string { return n.plan.Now.UTC().Format("2006-01-02T15:04:05Z") }

func (n *encoder) sessionStart(first string) ([]byte, error) {
	h := n.header
	o := timeline.NewObject(nil)
	o.String("type", format.SessionStart)
	o.String("session_id", n.plan.ID)
	o.String("llm_source", sourceOf(h))
	o.Optional("llm_model", modelOf(h))
	o.String("started_at", n.startTime(first))
	o.Optional("project_path", n.plan.Dir)
	if h.Project.Git != nil {
		o.Optional("git_branch", h.Project.Git.Branch)
	}
	if folder := h.Project.Extra[format.ExtraFolder]; jsonl.Value(folder).IsString() && n.plan.Dir == h.Project.Path {
		o.Raw("cwd", folder)
	} else {
		o.Optional("cwd", n.plan.Dir)
	}
	for _, m := range []struct{ name, key, set string }{
		{"machine_id", format.ExtraMachine, n.Owner.Machine}, {"tenant_id", format.ExtraTenant, n.Owner.Tenant}, {"user_id", format.ExtraUser, n.Owner.User},
	} {
		if value := h.Source.Extra[m.key]; jsonl.Value(value).IsString() {
			o.Raw(m.name, value)
		} else if !n.isOwn() {
			o.Optional(m.name, m.set)
		}
	}
	err := n.appendHeader(&o)
	return o.End(), err
}

func (n *encoder) sessionEnd() ([]byte, error) {
	h := n.header.Metadata
	o := timeline.NewObject(nil)
	o.String("type", format.SessionEnd)
	o.String("session_id", n.plan.ID)
	o.String("ended_at", n.endTime())
	messages := int64(n.messages)
	if counted := h.Extra[format.ExtraTotalMessages]; n.keepsSums() && counted != nil {
		messages = max(0, jsonl.Value(counted).Int())
	}
	o.Int("total_messages", messages)
	tokens := n.tokens
	if (n.keepsSums() || tokens.Input+tokens.Output == 0 && !n.plan.Stream.Cut) && h.Tokens != nil {
		tokens = *h.Tokens
	}
	o.Append("total_tokens", func(dst []byte) []byte {
		t := timeline.NewObject(dst)
		t.Int("input", max(0, tokens.Input))
		t.Int("output", max(0, tokens.Output))
		return t.End()
	})
	reason := jsonl.Value(h.Extra[format.ExtraEndReason]).String()
	if !n.isOwn() || !format.IsEndReason(reason) {
		reason = "export"
	}
	o.String("end_reason", reason)
	err := n.appendEnd(&o)
	return o.End(), err
}

// keepsSums reports whether the sums are those of the file that the session comes from, and still true.
func (n *encoder) keepsSums() bool { return n.isOwn() && !n.plan.Stream.Cut }

// endTime returns when the session ended: its last change, unless a line is later.
func (n *encoder) endTime() string {
	if t, ok := format.ParseTime(n.header.Metadata.LastModified); ok && !t.Before(n.clock.last) {
		return n.stamp(n.header.Metadata.LastModified)
	}
	return format.FormatTime(n.clock.last)
}
