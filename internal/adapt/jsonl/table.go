package jsonl

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"unsafe"
)

// Table fills a struct with the members of objects. A field with the tag `member:"name"` gets the value of that member.
// A field with the tag `member:"name,former"` gets the value of the member that comes last. These fields are of type
// [Value] or bool. The zero value is ready for use, by several goroutines at the same time. It reads the tags at its
// first use, so that it costs nothing at the start.
type Table[T any] struct {
	once   sync.Once
	fields fields
}

// Peek returns the members of an object. Anything else has none. See [Members].
func (t *Table[T]) Peek(object []byte) T {
	t.once.Do(t.build)
	var to T
	t.fields.peek(object, unsafe.Pointer(&to))
	return to
}

// Set sets the field of one member, if there is one.
func (t *Table[T]) Set(to *T, key []byte, value Value) {
	t.once.Do(t.build)
	t.fields.set(unsafe.Pointer(to), key, value)
}

func (t *Table[T]) build() { t.fields = fieldsOf(reflect.TypeFor[T]()) }

// fields are the fields of a struct by the length of their names, because few have the same length. Its methods are not
// generic, so that their results stay on the caller's stack.
type fields [][]field

type field struct {
	name   string
	offset uintptr
	isBool bool
}

// fieldsOf reads the tags of a struct. It panics for a field of an unsupported type, which is a mistake in the program.
func fieldsOf(of reflect.Type) fields {
	var all fields
	for _, f := range reflect.VisibleFields(of) {
		names := f.Tag.Get("member")
		if names == "" {
			continue
		}
		isBool := f.Type.Kind() == reflect.Bool
		if !isBool && f.Type != reflect.TypeFor[Value]() {
			panic(fmt.Sprintf("the field %s for the member %s is a %s", f.Name, names, f.Type))
		}
		for name := range strings.SplitSeq(names, ",") {
			for len(name) >= len(all) {
				all = append(all, nil)
			}
			all[len(name)] = append(all[len(name)], field{name: name, offset: f.Offset, isBool: isBool})
		}
	}
	return all
}

func (f fields) peek(object []byte, to unsafe.Pointer) {
	for key, value := range Members(object) {
		f.set(to, key, value)
	}
}

func (f fields) set(to unsafe.Pointer, key []byte, value Value) {
	if len(key) >= len(f) {
		return
	}
	for _, one := range f[len(key)] {
		if string(key) != one.name {
			continue
		}
		at := unsafe.Add(to, one.offset) // a field of the struct, of the type that fieldsOf has checked
		if one.isBool {
			*(*bool)(at) = value.Bool()
		} else {
			*(*Value)(at) = value
		}
		return
	}
}
