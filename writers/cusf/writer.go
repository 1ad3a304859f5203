package cusf

import (
	"context"
	"io"
	"path/filepath"

	"stead/adapters/adapter"
	format "stead/adapters/cusf"
	"stead/timeline"
	"stead/writers"
)

// Writer writes CUSF. The zero value is ready for use.
type Writer struct {
	// Reconstruct adds the data for which the format has no place, in a member of stead's own.
	Reconstruct bool
	// Owner is the owner of sessions that do not name one themselves.
	Owner Owner
	// Redate sets the file's time to that of this export even if its first line is restored.
	Redate bool
}

// Owner holds the ids that the standard requires from an exporter but that no CLI's session contains. Empty ids are
// omitted.
type Owner struct {
	// Machine, Tenant and User are the ids of the machine, the organisation and the person.
	Machine, Tenant, User string
}

// Info describes the format.
func (Writer) Info() adapter.Info { return format.Info() }

// Plan names the file according to the standard. The working folder is the source's if the options name none.
func (w Writer) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	if o.ID == "" {
		o.ID = o.NewID()
	}
	if o.Dir == "" {
		o.Dir = s.Header.Project.Path
	}
	p := writers.Plan{CLI: format.Name, ID: o.ID, Stream: s, Options: o}
	if store.Root != "" {
		kind := format.ContextExport
		if w.Reconstruct {
			kind = format.ReconstructionExport
		}
		p.Path = filepath.Join(store.Root, format.FileName(o.Now, sourceOf(s.Header), o.ID, kind))
	}
	return p, nil
}

// Encode writes the file to dst. See [writers.Writer].
func (w Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	n := newEncoder(w, dst, plan)
	err := n.encode(ctx)
	return n.out.report, err
}

// Write creates the file. See [writers.Writer].
func (w Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	return plan.Write(func(dst io.Writer, _ *writers.Files) (writers.Written, error) {
		e := newEncoder(w, dst, plan)
		err := e.encode(ctx)
		return writers.Written{Report: e.out.report, Size: e.out.Size, Lines: e.out.Lines}, err
	})
}
