package policy

import (
	"reflect"
	"slices"
	"testing"

	"stead/timeline"
)

// A member of an entry passes from outside, or it stands here: none vanishes because nobody thought of it.
func TestMembersOfAnEntryPassOrAreNamed(t *testing.T) {
	settings := []string{"Model", "Native", "Extra"}
	whole := &timeline.Entry{Origin: &timeline.Origin{}}
	setAll(reflect.ValueOf(whole).Elem())
	whole.Attachments = []timeline.Attachment{{MediaType: "image/png"}}
	setAll(reflect.ValueOf(whole.Origin).Elem())
	passed := bareEntry(whole)
	for _, part := range []reflect.Value{reflect.ValueOf(passed).Elem(), reflect.ValueOf(passed.Origin).Elem()} {
		for i := range part.NumField() {
			name := part.Type().Field(i).Name
			if passes := !part.Field(i).IsZero(); passes == slices.Contains(settings, name) {
				t.Errorf("%s.%s passes: %v", part.Type().Name(), name, passes)
			}
		}
	}
}

// setAll gives each member that is nothing a value.
func setAll(v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case !f.IsZero():
		case f.Type() == reflect.TypeFor[timeline.Text]():
			f.Set(reflect.ValueOf(timeline.NewText("x")))
		case f.Kind() == reflect.String:
			f.SetString("x")
		case f.Kind() == reflect.Bool:
			f.SetBool(true)
		case f.Kind() == reflect.Pointer:
			f.Set(reflect.New(f.Type().Elem()))
		case f.Kind() == reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		case f.Kind() == reflect.Map:
			f.Set(reflect.MakeMap(f.Type()))
		}
	}
}
