package opencode_test

import (
	"context"
	"path/filepath"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers/opencode"
)

// small is an export that contains a part of each kind. The recorded exports are too long: their mutations find
// nothing, slowly.
const small = `{"info":{"id":"ses_a","title":"t","directory":"/d","time":{"created":1,"updated":2},"revert":{"messageID":"msg_4"},"metadata":{"stead":{"lines":3,"last":"msg_1","time":1}}},
"messages":[{"info":{"id":"msg_1","role":"user","time":{"created":1}},"parts":[
{"id":"prt_1","type":"text","synthetic":true,"text":"content"},{"id":"prt_2","type":"file","mime":"text/plain","url":"file:///x"},
{"id":"prt_3","type":"file","mime":"image/png","url":"data:image/png;base64,AAAA"},{"id":"prt_4","type":"text","text":"go"},{"id":"prt_5","type":"compaction","auto":true,"tail_start_id":"msg_1"}]},
{"info":{"id":"msg_2","role":"assistant","parentID":"msg_1","modelID":"m","finish":"stop","tokens":{"input":1,"cache":{"read":2}}},"parts":[
{"id":"prt_6","type":"reasoning","text":"hm","time":{"start":5}},{"id":"prt_7","type":"text","text":"yes","time":{"start":5}},
{"id":"prt_8","type":"tool","tool":"bash","callID":"c","state":{"status":"completed","input":{"command":"ls"},"output":"a","metadata":{"exit":3},"time":{"start":6,"end":7},"attachments":[{"mime":"image/png","url":"data:image/png;base64,AAAA"}]}},
{"id":"prt_9","type":"tool","tool":"edit","state":{"status":"error","input":{"filePath":"x"},"error":"out\n\nno","metadata":{"stead":{"error":"no"}}}}]},
{"info":{"id":"msg_3","role":"assistant","parentID":"msg_1","summary":true,"finish":"stop"},"parts":[{"id":"prt_10","type":"text","text":"in short"}]},
{"info":{"id":"msg_4","role":"assistant","error":{"name":"MessageAbortedError","data":{"message":"x"}}},"parts":[{"id":"prt_11","type":"subtask","prompt":"p"}]},
{"info":{"id":"msg_5","role":"user"},"parts":[{"id":"prt_12","type":"text","synthetic":true,"text":"Called the Read tool with the following input: {\"filePath\":\"a\",\"offset\":3,\"limit\":1}"},
{"id":"prt_13","type":"text","synthetic":true,"text":"<path>a</path>\n<type>file</type>\n<content>\n3: x\n\n(Showing lines 3-3 of 4. Use offset=4 to continue.)\n</content>"},{"id":"prt_14","type":"subtask","prompt":"p","command":"c"}]},
{"info":{"id":"msg_6","role":"user"},"parts":[{"id":"prt_15","type":"text","synthetic":true,"text":"The following tool was executed by the user"}]},
{"info":{"id":"msg_7","role":"assistant","parentID":"msg_6"},"parts":[{"id":"prt_16","type":"tool","tool":"bash","state":{"status":"completed","input":{"command":"ls"},"output":"a","metadata":{"exit":3}}}]}]}`

// FuzzReader opens exports: they can contain everything that a row can contain.
func FuzzReader(f *testing.F) {
	f.Add([]byte(small))
	for _, fixture := range fixtures.Match(f, "opencode/storage-old/session/*/*.json") {
		f.Add(fixtures.Read(f, fixture))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "export.json")
		fixtures.Put(t, path, content)
		opencode.Reader{}.Detect(content)
		stream, err := opencode.Reader{}.Open(context.Background(), adapter.Location{Path: path})
		if err != nil {
			return
		}
		ids, line, count := map[string]bool{}, 0, 0
		for e, err := range stream.Entries {
			if err != nil {
				t.Fatal(err)
			}
			if e.ID == "" || ids[e.ID] {
				t.Errorf("the id %q is missing or taken", e.ID)
			}
			ids[e.ID] = true
			if e.Native.Raw != nil {
				if count++; e.Native.Line <= line {
					t.Errorf("line %d comes after line %d", e.Native.Line, line)
				}
				line = e.Native.Line
			}
			e.AppendJSON(nil)
		}
		if want := len(records(t, adapter.Location{Path: path})); count != want {
			t.Errorf("%d records of %d", count, want)
		}
	})
}

// FuzzDatabase opens damaged databases, with a log of the same bytes next to them.
func FuzzDatabase(f *testing.F) {
	database := fixtures.Read(f, "opencode/new.db")
	f.Add(database[:8192], 0)
	f.Add(database[4096:8192], 100)
	f.Fuzz(func(t *testing.T, content []byte, at int) {
		if at < 0 || at > len(database) {
			return
		}
		folder := t.TempDir()
		path := filepath.Join(folder, "opencode.db")
		fixtures.Put(t, path, append(append([]byte(nil), database[:at]...), content...))
		fixtures.Put(t, path+"-wal", content)
		if stream, err := (opencode.Reader{}).Open(context.Background(), adapter.Location{Path: path}); err == nil {
			for _, err := range stream.Entries {
				if err != nil {
					break
				}
			}
		}
	})
}
