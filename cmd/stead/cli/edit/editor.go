package edit

import (
	"context"
	"errors"
	"fmt"

	"stead/cmd/stead/cli/failure"
	"stead/forks/draft"
	"stead/forks/draft/blocks"
	"stead/internal/sys/regular"
)

// inEditor lets the user edit the text of the copy. It returns nil if nothing was changed. If the text is invalid, the
// user can open it again; otherwise it is kept.
func (e *editing) inEditor(ctx context.Context) (*draft.Copy, error) {
	if e.p.Term.Editor() == "" {
		return nil, failure.Usage(errors.New("say what to edit, such as --drop 5-7, or set EDITOR and use a terminal"))
	}
	before, err := e.present(ctx)
	if err != nil {
		return nil, err
	}
	for _, note := range before.Notes() {
		e.p.Term.Err.Note("%s", note)
	}
	in, err := newScratch(ctx, e.reference, before)
	if err != nil {
		return nil, err
	}
	copied, err := e.untilUnderstood(ctx, before, in)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w\n%s", err, keptLine(e.reference, in.text())), in.keep())
	}
	return copied, in.remove()
}

// keptLine tells the user how to continue with a text that is not in a draft yet.
func keptLine(reference, path string) string {
	return fmt.Sprintf("your text is kept: `stead session edit %s --apply %s`", reference, path)
}

// untilUnderstood opens the editor until the text is valid.
func (e *editing) untilUnderstood(ctx context.Context, before *draft.Copy, in *scratch) (*draft.Copy, error) {
	for {
		if err := e.p.Term.Edit(ctx, e.p.Dir, in.text(), in.owner); err != nil {
			return nil, err
		}
		copied, err := e.takeText(ctx, before, in.text())
		if !errors.Is(err, draft.ErrEdit) {
			return copied, err
		}
		e.p.Term.Err.Message("%v", err)
		again, asked := e.p.Term.Confirm(ctx, "Open it again?")
		if !again || asked != nil {
			return nil, errors.Join(err, asked)
		}
	}
}

// takeText applies an edited text to the copy from which it was written. It returns nil if there are no changes.
func (e *editing) takeText(ctx context.Context, before *draft.Copy, path string) (*draft.Copy, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	changes, err := blocks.Read(ctx, file, before, e.drafts.NewEntryID)
	if err != nil {
		return nil, err
	}
	if len(changes) == 0 {
		e.p.Term.Err.Message("nothing was changed")
		return nil, nil
	}
	if e.isDraft() {
		return e.drafts.Edit(ctx, before.Draft.ID, before.Draft.Revision(),
			func(*draft.Copy) ([]draft.Change, error) { return changes, nil })
	}
	copied, err := before.With(e.s.Host.Now(), changes...)
	if err != nil {
		return nil, err
	}
	return e.drafts.Keep(ctx, copied)
}
