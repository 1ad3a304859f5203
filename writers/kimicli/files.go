package kimicli

import (
	"context"
	"io"
	"path/filepath"
	"strconv"

	format "stead/adapters/kimicli"
	"stead/timeline"
	"stead/writers"
)

// folder is a session's folder during its writing.
type folder struct {
	plan  writers.Plan
	files writers.Files
	names map[string]bool // of sub-agents
}

// session writes the context files of a session or a sub-agent, its wire file, and the metadata files next to them.
func (f *folder) session(ctx context.Context, s timeline.Stream, path string) (*encoder, error) {
	rotated := 0
	next := func() (io.Writer, error) {
		if rotated++; rotated > 1 {
			if err := f.files.Rename(path, format.RotatedPath(path, rotated-1)); err != nil { // the replaced context
				return nil, err
			}
		}
		return f.files.Create(path)
	}
	screen := &lazy{create: func() (io.Writer, error) { return f.files.Create(format.WirePath(path)) }}
	e := newEncoder(f.plan, s, next, screen)
	if err := e.encode(ctx); err != nil {
		return nil, err
	}
	for name, target := range map[string]string{format.StateExtra: format.StatePath(path),
		format.AgentExtra: format.AgentPath(path)} {
		if content := timeline.KeptFile(s.Header.Extra[name]); content != nil && s.Header.Source.CLI == format.Name {
			if err := f.files.Put(target, content); err != nil {
				return nil, err
			}
		}
	}
	return e, nil
}

// lazy is a file that the first write creates.
type lazy struct {
	create func() (io.Writer, error)
	dst    io.Writer
}

func (l *lazy) Write(data []byte) (int, error) {
	if l.dst == nil {
		dst, err := l.create()
		if err != nil {
			return 0, err
		}
		l.dst = dst
	}
	return l.dst.Write(data)
}

// children writes the sessions of sub-agents. Sub-agents of the CLI keep their ids, because the result of a call names
// the agent by its id.
func (f *folder) children(ctx context.Context, main *encoder) error {
	for _, child := range f.plan.Stream.Children {
		if len(child.Children) > 0 {
			main.report.Losses.Add("sub-agent of a sub-agent", "Kimi CLI's sub-agents start none")
		}
		id := f.agentID(child.Header.ID)
		path := format.ContextPath(filepath.Join(format.AgentsFolder(f.plan.Path), id))
		e, err := f.session(ctx, child, path)
		if err != nil {
			return err
		}
		main.report.Losses.Merge(e.report.Losses)
		if child.Header.Source.CLI != format.Name || child.Header.Extra[format.AgentExtra] == nil {
			if err := f.files.Put(format.AgentPath(path), f.agent(id, child.Header)); err != nil {
				return err
			}
		}
	}
	return nil
}

// agentID converts the id of a sub-agent to a unique one that can be a folder's name.
func (f *folder) agentID(id string) string {
	if !format.IsName(id) {
		id = "agent"
	}
	unique := id
	for n := 2; f.names[unique]; n++ {
		unique = id + "-" + strconv.Itoa(n)
	}
	f.names[unique] = true
	return unique
}

// agent returns the file that describes a sub-agent. Without it, the CLI does not know the sub-agent.
func (f *folder) agent(id string, h timeline.Header) []byte {
	begin := format.AppendSeconds(nil, momentOr(h.Metadata.Created, f.plan.Now))
	end := format.AppendSeconds(nil, momentOr(h.Metadata.LastModified, f.plan.Now))
	return timeline.AppendObject(nil, func(o *timeline.Object) {
		o.String("agent_id", id)
		o.String("subagent_type", "coder")
		o.String("status", "idle")
		o.String("description", "")
		o.Raw("created_at", begin)
		o.Raw("updated_at", end)
		o.Raw("last_task_id", []byte("null"))
		o.Append("launch_spec", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.String("agent_id", id)
				o.String("subagent_type", "coder")
				o.Raw("model_override", []byte("null"))
				o.Raw("effective_model", []byte("null"))
				o.Raw("created_at", begin)
			})
		})
	})
}
