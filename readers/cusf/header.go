package cusf

import (
	"cmp"
	"encoding/json"
	"path/filepath"

	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// header builds the session's header from the beginning and the end of the file.
func (x *index) header(path string) timeline.Header {
	source := x.start.Get("llm_source").String()
	id := cmp.Or(x.start.Get("session_id").String(), x.end.Get("session_id").String(), filepath.Base(path))
	h := timeline.Header{
		ID: id, Version: timeline.Version,
		Source: timeline.Source{CLI: format.Name, OriginalID: id, Version: x.meta.Get("version").String(),
			Extra: x.sourceExtra()},
		Project: x.project(),
		Model:   timeline.Model{Provider: format.VendorOf(source), Model: cmp.Or(x.start.Get("llm_model").String(), x.model)},
		Metadata: timeline.Metadata{
			Created:      cmp.Or(timestamp(x.start.Get("started_at")), x.first),
			LastModified: cmp.Or(timestamp(x.end.Get("ended_at")), x.last),
			Tokens:       x.tokens(),
			Extra: pick(x.end, map[string]string{
				"end_reason": format.ExtraEndReason, "total_messages": format.ExtraTotalMessages,
			}),
		},
	}
	return h
}

// sourceExtra keeps the members that say whose session it was: the universal model has no members for tenants and
// machines.
func (x *index) sourceExtra() timeline.Extra {
	return pick(x.start, map[string]string{
		"llm_source": format.ExtraSource, "machine_id": format.ExtraMachine, "tenant_id": format.ExtraTenant,
		"user_id": format.ExtraUser,
	})
}

// pick returns members of an entry under other names, or nil if it has none of them.
func pick(entry jsonl.Value, names map[string]string) timeline.Extra {
	var extra timeline.Extra
	for name, key := range names {
		if value := entry.Get(name); !value.IsNull() {
			if extra == nil {
				extra = timeline.Extra{}
			}
			extra[key] = json.RawMessage(value)
		}
	}
	return extra
}

func (x *index) project() timeline.Project {
	path, cwd := x.start.Get("project_path").String(), x.start.Get("cwd").String()
	p := timeline.Project{Path: cmp.Or(path, cwd)}
	if p.Path != "" {
		p.Name = filepath.Base(p.Path)
	}
	if branch := x.start.Get("git_branch").String(); branch != "" {
		p.Git = &timeline.Git{Branch: branch}
	}
	if cwd != "" && cwd != p.Path {
		p.Extra = pick(x.start, map[string]string{"cwd": format.ExtraFolder})
	}
	return p
}

// tokens returns the totals in the end entry, or else the sums over the messages.
func (x *index) tokens() *timeline.Tokens {
	if total := x.end.Get("total_tokens"); total.IsObject() {
		return &timeline.Tokens{Input: total.Get("input").Int(), Output: total.Get("output").Int()}
	}
	if !x.counted {
		return nil
	}
	return &timeline.Tokens{Input: x.input, Output: x.output}
}

// timestamp returns a time in the timeline's form, or the empty string if the value is not a time.
func timestamp(value jsonl.Value) string {
	text := value.String()
	if _, ok := format.ParseTime(text); !ok {
		return ""
	}
	return text
}
