package universal

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"stead/adapters/adapter"
	format "stead/adapters/universal"
	"stead/timeline"
	"stead/writers"
)

// Writer writes the universal format. The zero value writes documents that contain all their bytes.
type Writer struct {
	// Lines selects the JSON Lines encoding instead of the document.
	Lines bool
	// Data is stead's data folder, which stores the bytes of attachments. If it is empty, they stay in the file.
	Data string
}

// Info implements writers.Writer.
func (Writer) Info() adapter.Info { return format.Info() }

// Plan implements writers.Writer. The session keeps its id unless the options name another, because it is the same
// session in another form. The file is named after the id, in the folder that is the store's root.
func (w Writer) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	if o.ID != "" {
		s.Header.ID = o.ID
	}
	if o.Dir != "" {
		s.Header.Project.Path = o.Dir
	}
	if o.Model != "" {
		s.Header.Model.Model = o.Model
	}
	s.Header.Version = timeline.Version
	plan := writers.Plan{CLI: format.Name, ID: s.Header.ID, Stream: s, Options: o}
	if store.Root == "" {
		return plan, nil
	}
	if !filepath.IsLocal(plan.ID) {
		return plan, fmt.Errorf("the session's id %q cannot be the name of a file: choose another", plan.ID)
	}
	plan.Path = filepath.Join(store.Root, plan.ID+w.extension())
	return plan, nil
}

func (w Writer) extension() string {
	if w.Lines {
		return ".jsonl"
	}
	return ".json"
}

// Encode implements writers.Writer.
func (w Writer) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	report, _, err := w.encode(ctx, dst, plan)
	return report, err
}

// encode also returns the number of entries, including the hidden ones.
func (w Writer) encode(ctx context.Context, dst io.Writer,
	plan writers.Plan) (report writers.Report, entries int, err error) {
	stream := w.prepare(ctx, plan.Stream, &report.Losses, func(e *timeline.Entry) {
		report.Restored(e)
	})
	write := timeline.WriteDocument
	if w.Lines {
		write = timeline.WriteLines
	}
	entries, err = write(dst, stream)
	return report, entries, err
}

// prepare returns the stream in the form in which it is written, with its attachments in their new places. It calls
// count with each entry of the session itself.
func (w Writer) prepare(ctx context.Context, s timeline.Stream, losses *writers.Losses,
	count func(*timeline.Entry)) timeline.Stream {
	entries := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range entries {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				count(e)
				e, err = w.place(e, losses)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
	children := s.Children
	s.Children = make([]timeline.Stream, len(children))
	for i, child := range children {
		s.Children[i] = w.prepare(ctx, child, losses, func(*timeline.Entry) {})
	}
	return s
}

// Write implements writers.Writer.
func (w Writer) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	var files writers.Files
	defer files.Abort()
	dst, err := files.Create(plan.Path)
	if err != nil {
		return writers.Receipt{}, err
	}
	report, lines, err := w.encode(ctx, dst, plan)
	if err != nil {
		return writers.Receipt{}, err
	}
	plan.Dir = plan.Stream.Header.Project.Path
	receipt, err := files.Commit(plan, report, 0, lines)
	if err != nil {
		return receipt, err
	}
	info, err := os.Stat(plan.Path)
	if err != nil {
		return receipt, err
	}
	receipt.Size = info.Size()
	return receipt, nil
}
