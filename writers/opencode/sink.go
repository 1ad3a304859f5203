package opencode

import (
	"bufio"
	"context"
	"io"

	format "stead/adapters/opencode"
	"stead/writers"
)

// sink receives a session's rows: first the session's, then those of each message.
type sink interface {
	session(format.Row, format.Project) error
	message(format.Message) error
	// note receives at the end a summary of the written rows.
	note(session format.Row, w format.Written) error
}

// rows writes to a database.
type rows struct {
	ctx context.Context
	tx  *format.Transaction
	// present are the rows of an extended session that have not arrived yet. Existing rows stay unchanged.
	present map[string]bool
}

// newRows starts the writing of a session. It fails if a session that it extends has changed.
func newRows(ctx context.Context, tx *format.Transaction, plan writers.Plan) (*rows, error) {
	r := &rows{ctx: ctx, tx: tx}
	if plan.Extends == nil {
		return r, nil
	}
	now, err := tx.Digest(ctx, plan.ID)
	if err = plan.Extends.Expect(now, err); err == nil {
		r.present, err = tx.Rows(ctx, plan.ID)
	}
	return r, err
}

func (r *rows) session(row format.Row, project format.Project) error {
	if r.present[row.ID] {
		return r.tx.Touch(r.ctx, row.ID)
	}
	if err := r.tx.Register(r.ctx, project); err != nil {
		return err
	}
	return r.tx.Insert(r.ctx, row)
}

func (r *rows) message(m format.Message) error {
	if err := r.insert(m.Row); err != nil {
		return err
	}
	for _, part := range m.Parts {
		if err := r.insert(part); err != nil {
			return err
		}
	}
	return nil
}

func (r *rows) insert(row format.Row) error {
	if r.present[row.ID] {
		delete(r.present, row.ID) // otherwise another row with that id would be lost silently
		return nil
	}
	return r.tx.Insert(r.ctx, row)
}

func (r *rows) note(session format.Row, w format.Written) error { return r.tx.Note(r.ctx, session, w) }

// export writes the file of an export.
type export struct {
	dst     *bufio.Writer
	buffer  []byte
	follows bool // whether a message was already written
}

func newExport(dst io.Writer) *export { return &export{dst: bufio.NewWriterSize(dst, 256<<10)} }

func (x *export) session(row format.Row, _ format.Project) error {
	x.buffer = append(x.buffer[:0], `{"info":`...)
	x.buffer = format.AppendInfo(x.buffer, row)
	x.buffer = append(x.buffer, `,"messages":[`...)
	_, err := x.dst.Write(x.buffer)
	return err
}

func (x *export) message(m format.Message) error {
	x.buffer = x.buffer[:0]
	if x.follows {
		x.buffer = append(x.buffer, ',')
	}
	x.follows = true
	x.buffer = append(x.buffer, "\n{\"info\":"...)
	x.buffer = format.AppendMember(x.buffer, m.Row)
	x.buffer = append(x.buffer, `,"parts":[`...)
	for i, part := range m.Parts {
		if i > 0 {
			x.buffer = append(x.buffer, ',')
		}
		x.buffer = format.AppendMember(x.buffer, part)
	}
	x.buffer = append(x.buffer, "]}"...)
	_, err := x.dst.Write(x.buffer)
	return err
}

// note implements sink. An import does not need the summary.
func (*export) note(format.Row, format.Written) error { return nil }

func (x *export) end() error {
	if _, err := x.dst.WriteString("\n]}\n"); err != nil {
		return err
	}
	return x.dst.Flush()
}
