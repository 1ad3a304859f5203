package remote

import (
	"context"
	"io"
	"strings"
	"testing"
)

func TestAnswerCountsWhenItIsWhole(t *testing.T) {
	late := end{err: context.DeadlineExceeded}
	for _, c := range []struct {
		end            end
		out, says, err string
	}{
		{end{}, `{"Name":"a"}`, "", ""}, {end{code: NotFound}, `{"Name":"a"}`, "nothing was found", ""},
		{late, `{"Name":"a"}`, "", ""}, {late, `{"Name":`, "", "desk does not answer"},
		{late, "", "", "desk does not answer"},
		{end{code: NotFound}, "", "stead: no", "desk: stead: no"},
		{end{code: 1}, `{"Name":"a"}`, "stead: no\n", "desk: stead: no"},
		{end{err: io.ErrUnexpectedEOF}, `{"Name":"a"}`, "", io.ErrUnexpectedEOF.Error()},
		{end{}, `{"Name":1}`, "", "desk sent an answer that stead cannot read: "},
	} {
		value, err := read[struct{ Name string }]("desk", c.end, []byte(c.out), c.says)
		if c.err == "" && (err != nil || value.Name != "a") || c.err != "" &&
			(err == nil || !strings.HasPrefix(err.Error(), c.err) || value.Name != "") {
			t.Errorf("%+v %q gives %+v, %v", c.end, c.out, value, err)
		}
	}
}
