package hub_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"stead/reach/hub"
	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/member"
)

// everybody joins a machine of each role to a hub, and connects them by role.
func everybody(t *testing.T) (h *hub.Hub, keys map[string]string, by map[string]*nats.Conn) {
	t.Helper()
	h = hubtest.Start(t)
	keys, by = map[string]string{}, map[string]*nats.Conn{}
	for _, r := range []member.Role{member.Node, member.Operator, member.Viewer} {
		m := hubtest.Join(t, h, "ann-"+string(r), r)
		keys[string(r)], by[string(r)] = m.Key, dial(t, m, quiet)
	}
	by["join"], keys["join"] = stranger(t, invited(t, h, longTime))
	return h, keys, by
}

// quiet keeps refusals, which these tests provoke, out of the output.
func quiet(o *nats.Options) error {
	o.AsyncErrorCB = func(*nats.Conn, *nats.Subscription, error) {}
	return nil
}

// refused reports whether the hub refuses what was just done. Its refusal comes before the answer to a ping.
func refused(t *testing.T, conn *nats.Conn, subject string) bool {
	t.Helper()
	if err := conn.FlushTimeout(longTime); err != nil {
		t.Fatal(err)
	}
	err := conn.LastError()
	return errors.Is(err, nats.ErrPermissionViolation) && strings.Contains(err.Error(), `"`+subject+`"`)
}

// The roles in these tables: n for nodes, o for operators, v for viewers, j for a line.
func mayBy(who string) map[string]bool {
	return map[string]bool{"node": strings.Contains(who, "n"), "operator": strings.Contains(who, "o"),
		"viewer": strings.Contains(who, "v"), "join": strings.Contains(who, "j")}
}

func TestRolesPublish(t *testing.T) {
	t.Parallel()
	_, keys, by := everybody(t)
	for subject, who := range map[string]string{
		layout.RunSubject("ann", keys["node"], "r"):                  "n",
		layout.RunSubject("ann", keys["operator"], "r"):              "",
		layout.RunSubject("bob", keys["node"], "r"):                  "",
		layout.SummarySubject("ann-node", "claude", "s"):             "n",
		layout.SummarySubject("desk", "claude", "s"):                 "",
		layout.AuditSubject("ann-node", "run"):                       "n",
		layout.AuditSubject("ann-operator", "run"):                   "o",
		layout.AuditSubject("ann-viewer", "run"):                     "",
		layout.AuditSubject("hub", "join"):                           "",
		layout.QueueSubject("ann", "gpu", "p"):                       "o",
		layout.QueueSubject("bob", "gpu", "p"):                       "",
		"$KV.STEAD_LEASE." + layout.RunLease("ann", "r"):             "n",
		"$KV.STEAD_LEASE." + layout.RunLease("bob", "r"):             "",
		"$KV.STEAD_LEASE." + layout.MachineLease("ann-node"):         "n",
		"$KV.STEAD_LEASE." + layout.MachineLease("desk"):             "",
		"$KV.STEAD_LEASE." + layout.SlotLease("ann", "account", "1"): "n",
		"$KV.STEAD_LEASE." + layout.SlotLease("bob", "account", "1"): "",
		layout.ClaimSubject("ann", "j"):                              "no",
		layout.ClaimSubject("bob", "j"):                              "",
		"$KV.STEAD_KEYS." + layout.KeyOf("ann", "", "k.1"):           "no",
		"$KV.STEAD_KEYS." + layout.KeyOf("bob", "", "k.1"):           "",
		"$KV.STEAD_MACHINES.ann-node":                                "",
		"$O.STEAD_SNAP.C.x":                                          "no",
		layout.DialSubject("desk", keys["viewer"]):                   "v",
		layout.DialSubject("desk", "another"):                        "",
		"stead.dial.desk.*":                                          "",
		"stead.pipe.desk." + keys["viewer"] + ".v.in":                "v",
		"stead.pipe.desk.another.v.in":                               "",
		"stead.pipe.*.*.*.in":                                        "",
		"stead.pipe.ann-node.another.v.out":                          "n",
		"stead.pipe.desk.another.v.out":                              "",
		layout.JoinSubject(keys["join"]):                             "j",
		layout.JoinSubject(keys["node"]):                             "",
		layout.LeaveSubject(keys["viewer"]):                          "v",
		layout.LeaveSubject("another"):                               "",
		layout.InboxPrefix(keys["viewer"]) + ".x":                    "",
		"$JS.API.STREAM.CREATE.MINE":                                 "",
		"$JS.API.STREAM.UPDATE.STEAD_RUNS":                           "",
		"$JS.API.STREAM.DELETE.STEAD_RUNS":                           "",
		"$JS.API.STREAM.PURGE.STEAD_RUNS":                            "",
		"$JS.API.STREAM.PURGE.OBJ_STEAD_SNAP":                        "",
		"$JS.API.STREAM.PURGE.STEAD_AUDIT":                           "",
		"$JS.API.STREAM.MSG.DELETE.STEAD_RUNS":                       "",
		"$JS.API.STREAM.MSG.DELETE.STEAD_AUDIT":                      "",
		"$JS.API.STREAM.MSG.DELETE.STEAD_QUEUE":                      "o",
		"$JS.API.STREAM.MSG.GET.STEAD_AUDIT":                         "",
		"$JS.API.STREAM.MSG.GET.STEAD_RUNS":                          "nov",
		"$JS.API.STREAM.MSG.GET.STEAD_CAT":                           "nov",
		"$JS.API.DIRECT.GET.STEAD_CAT":                               "nov",
		"$JS.API.STREAM.PURGE.STEAD_CAT":                             "",
		"$JS.API.STREAM.MSG.DELETE.STEAD_CAT":                        "",
		"$JS.API.STREAM.LIST":                                        "",
		"$JS.API.CONSUMER.NAMES.STEAD_RUNS":                          "",
		"$JS.API.CONSUMER.CREATE.STEAD_RUNS.c.stead.run.ann.>":       "nov",
		"$JS.API.CONSUMER.CREATE.STEAD_RUNS.c.stead.run.bob.>":       "",
		"$JS.API.CONSUMER.CREATE.STEAD_RUNS.c":                       "",
		"$JS.API.CONSUMER.DURABLE.CREATE.STEAD_RUNS.c":               "",
		"$JS.API.CONSUMER.CREATE.STEAD_QUEUE.c.stead.queue.ann.>":    "n",
		"$JS.API.CONSUMER.CREATE.STEAD_QUEUE.c.stead.queue.bob.>":    "",
		"$JS.API.CONSUMER.DELETE.STEAD_QUEUE.c":                      "",
		"$JS.API.META.LEADER.STEPDOWN":                               "",
		"$SYS.REQ.SERVER.PING":                                       "",
		"anything":                                                   "",
	} {
		for role, may := range mayBy(who) {
			if err := by[role].Publish(subject, nil); err != nil {
				t.Fatal(err)
			}
			if refused(t, by[role], subject) == may {
				t.Errorf("%s publishes %s: %t", role, subject, !may)
			}
		}
	}
}

func TestRolesSubscribe(t *testing.T) {
	t.Parallel()
	_, keys, by := everybody(t)
	for subject, who := range map[string]string{
		layout.InboxPrefix(keys["node"]) + ".>":        "n",
		layout.InboxPrefix(keys["operator"]) + ".>":    "o",
		layout.InboxPrefix(keys["viewer"]) + ".>":      "v",
		layout.InboxPrefix(keys["join"]) + ".>":        "j",
		layout.DialSubjects("ann-node"):                "n",
		layout.DialSubjects("desk"):                    "",
		"stead.dial.*.*":                               "",
		"stead.pipe.ann-node.*.*.in":                   "n",
		"stead.pipe.desk.*.*.in":                       "",
		"stead.pipe.*.*.*.out":                         "",
		"stead.pipe.desk.another.v.out":                "",
		"stead.pipe.desk." + keys["viewer"] + ".v.out": "v",
		layout.JoinSubjects:                            "",
		"stead.run.>":                                  "",
		"$JS.API.>":                                    "",
		"$JS.EVENT.>":                                  "",
		"$KV.>":                                        "",
		"_INBOX.>":                                     "",
		">":                                            "",
	} {
		for role, may := range mayBy(who) {
			sub, err := by[role].SubscribeSync(subject)
			if err != nil {
				t.Fatal(err)
			}
			if refused(t, by[role], subject) == may {
				t.Errorf("%s subscribes to %s: %t", role, subject, !may)
			}
			_ = sub.Unsubscribe()
		}
	}
}
