/// The style sheet of the page.
///
/// States and changes are told by words, marks and lines, never by colour alone. What others wrote stays within its block:
/// long words break, and what is drawn beyond the block is cut off (`contain`).
enum PageStyle {
    static let text: StaticString = #"""
        :root {
          color-scheme: light dark;
          --paper: #fff; --ink: #1b1c1f; --soft: #54585f; --line: #c9ccd2; --edge: #6f747c; --panel: #f5f6f8;
          --link: #0b4fc4; --good: #14602b; --bad: #a8201a; --warn: #7a4a00; --added: #ddf3e2; --removed: #fce4e1;
          --phone: #e7e9ee; --card: #fff; --new: #a8201a; --freed: #0b4fc4;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #15171a; --ink: #e8e9eb; --soft: #b3b7be; --line: #3e4249; --edge: #8b9098; --panel: #1f2226;
            --link: #93bcff; --good: #86dc9e; --bad: #ffa49b; --warn: #f3c677; --added: #15391f; --removed: #4a1d1a;
            --phone: #2a2d33; --card: #16181b; --new: #ffa49b; --freed: #93bcff;
          }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-block-start: 1rem; }
        body {
          margin: 0 auto; max-inline-size: 64rem; padding: 1rem; background: var(--paper); color: var(--ink);
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere;
        }
        h1, h2, h3, h4, h5 { line-height: 1.25; text-wrap: balance; break-after: avoid; }
        h1 { font-size: 1.75rem; margin: .5rem 0; }
        h2 { font-size: 1.45rem; margin: 2.5rem 0 .75rem; padding-block-end: .25rem; border-block-end: 2px solid var(--line); }
        h3 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
        h4 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
        h5 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
        p, ul, dl, pre, figure, table { margin: .5rem 0; }
        a { color: var(--link); text-underline-offset: .15em; }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
        code, pre { font: .9em/1.45 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
        pre { padding: .75rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; }
        bdi { unicode-bidi: isolate; }
        .spoken { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .skip { position: absolute; inset-block-start: -10rem; padding: .5rem 1rem; background: var(--paper); z-index: 1; }
        .skip:focus { inset-block-start: .5rem; }
        header p, footer, p.facts, .places, .hint, .place, .legend { color: var(--soft); }
        footer { margin-block-start: 3rem; border-block-start: 1px solid var(--line); font-size: .9rem; }
        .verdict {
          margin-block: .75rem; padding: .75rem 1rem; background: var(--panel); border: 2px solid var(--line);
          border-inline-start-width: 8px; border-radius: 6px; font-size: 1.25rem; font-weight: 600; line-height: 1.35;
        }
        .verdict:is(.blocks, .unknown) { border-color: var(--bad); color: var(--bad); }
        .verdict.frees { border-color: var(--freed); color: var(--freed); }
        .state:is(ul) { list-style: none; padding: 0; }
        .state:is(ul) > li { padding-block: .1rem; }
        .places { font-size: .9rem; margin-block: .15rem; }
        .escape { font: .85em ui-monospace, Menlo, Consolas, monospace; border: 1px dashed var(--bad); color: var(--bad); }

        /* Contents */
        .contents ul { list-style: none; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: 0 1rem; }
        .contents > ul { flex-direction: column; padding: .5rem .75rem; background: var(--panel); border-radius: 6px; }
        .contents > ul > li { display: flex; flex-wrap: wrap; gap: 0 1rem; }
        .contents > ul > li > a { font-weight: 600; }
        .contents a, summary { display: inline-block; min-block-size: 1.75rem; padding-block: .15rem; }

        /* Lists of cards */
        .change-list, .finding-list, .document-list, .allowed, .causes { list-style: none; padding: 0; }
        .change, .finding, .document, .key, .allowed > li, .causes > li {
          margin-block: .5rem; padding: .5rem .75rem; background: var(--panel); border: 1px solid var(--line);
          border-inline-start: 4px solid var(--line); border-radius: 6px; contain: paint;
        }
        .change > p, .finding > p, .document > p { margin-block: 0; padding-block: .15rem; overflow: clip; }
        .change, .finding { content-visibility: auto; contain-intrinsic-block-size: auto 5rem; }
        .document { content-visibility: auto; contain-intrinsic-block-size: auto 16rem; }
        .change.decides { border-inline-start-color: var(--ink); }
        .change.blocks { border-inline-start-color: var(--bad); }
        .change.frees { border-inline-start-color: var(--freed); }
        .devices { font-weight: 600; }
        .change.blocks .devices, .legend .blocks { color: var(--bad); }
        .change.frees .devices, .legend .frees { color: var(--freed); }
        .finding.error, .finding.needed { border-inline-start-color: var(--bad); }
        .finding.warning { border-inline-start-color: var(--warn); }
        .words { padding: .35rem .5rem; background: var(--paper); border-radius: 4px; white-space: pre-wrap; overflow: clip; }
        .words bdi { display: block; }
        del, ins { padding: 0 .15em; border-radius: 3px; }
        del { background: var(--removed); color: var(--bad); text-decoration: line-through 1px; }
        ins { background: var(--added); color: var(--good); text-decoration: underline 2px; text-underline-offset: .2em; }
        .badge {
          display: inline-block; padding: 0 .5em; margin-inline-end: .35em; border: 1px solid currentColor; border-radius: 1em;
          font-size: .8rem; font-weight: 600; line-height: 1.5; color: var(--soft); background: var(--paper);
        }
        .badge.error, .badge.needed { color: var(--bad); }
        .badge.warning, .badge.changed { color: var(--warn); }
        .badge.acknowledged { color: var(--good); }
        .badge.error::before { content: "✕ " / ""; }
        .badge.warning::before, .badge.needed::before { content: "! " / ""; }
        .badge.acknowledged::before { content: "✓ " / ""; }

        /* Documents and signatures */
        .path { font-weight: 600; }
        .facts > div { display: grid; grid-template-columns: 7rem 1fr; gap: .75rem; }
        .facts dt { color: var(--soft); }
        .facts dd { margin: 0; min-inline-size: 0; }
        p.state:not(.verified, .failed, .hash-only)::before { content: "○ " / ""; }
        .verified, .failed { font-weight: 600; }
        .verified { color: var(--good); }
        .failed { color: var(--bad); }
        button {
          font: inherit; font-weight: 600; min-block-size: 2.75rem; padding: .25rem 1.25rem; border: 2px solid var(--link);
          border-radius: 6px; background: var(--paper); color: var(--link); cursor: pointer;
        }
        button:hover { background: var(--panel); }
        button:disabled { border-color: var(--edge); color: var(--soft); cursor: progress; }

        input[type="file"] { font: inherit; max-inline-size: 100%; min-block-size: 2.75rem; }

        /* What opens */
        summary { cursor: pointer; border-radius: 3px; }
        summary::before { content: "▸ " / ""; }
        [open] > summary::before { content: "▾ " / ""; }
        summary::marker { content: ""; }

        /* Charts and tables */
        .legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
        .chart figcaption { font-weight: 600; }
        .chart > svg { display: block; inline-size: 100%; max-inline-size: 30rem; block-size: auto; margin-block: .5rem; }
        .chart text { font: 10px system-ui, sans-serif; fill: var(--ink); unicode-bidi: isolate; }
        .moments path { fill: none; stroke-width: 2; }
        .moments .ground { stroke: var(--edge); stroke-width: 1; }
        .freed { stroke: var(--freed); stroke-dasharray: 8 4; }
        .new { stroke: var(--new); }
        .table { overflow-x: auto; overflow-wrap: normal; }
        .table bdi { overflow-wrap: anywhere; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        caption { text-align: start; font-weight: 600; padding-block: .25rem; }
        th, td { padding: .3rem .75rem .3rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
        td, thead th + th { text-align: end; white-space: nowrap; }
        tr { break-inside: avoid; }

        /* Phones */
        .switch { display: inline-flex; gap: .5rem; align-items: center; min-block-size: 2.75rem; cursor: pointer; }
        .switch input { inline-size: 1.5rem; block-size: 1.5rem; margin: 0; accent-color: var(--link); }
        .prompt-group { content-visibility: auto; contain-intrinsic-block-size: auto 30rem; padding: .25rem; margin-inline: -.25rem; }
        .gallery { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: flex-start; }
        .prompt { max-inline-size: 100%; margin-block-end: .5rem; }
        .prompt-group + .prompt-group { border-block-start: 1px dashed var(--line); margin-block-start: 1rem; }
        .prompt code { font-weight: 600; }
        .sides { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: flex-start; }
        .phone { margin: 0; inline-size: 346px; max-inline-size: 100%; }
        .phone figcaption { color: var(--soft); font-size: .9rem; }
        .screen { padding: 24px 12px; border: 1px solid var(--edge); border-radius: 32px; background: var(--phone); }
        .message {
          inline-size: 320px; max-inline-size: 100%; background: var(--card); contain: paint; overflow: clip; --type: 1;
          font-family: system-ui, -apple-system, Roboto, sans-serif; line-height: normal; overflow-wrap: anywhere;
        }
        .prompts:has(.large-type:checked) .message { --type: 2; }
        .message p { margin: 0; overflow: clip; white-space: pre-wrap; unicode-bidi: isolate; overflow-wrap: anywhere; }
        .message .own { color: var(--soft); font-style: italic; }
        .buttons { display: flex; }
        .buttons span { color: var(--soft); border: 1px dashed var(--edge); border-radius: 8px; padding: 4px 8px; font-size: 12px; }
        .ios .message { border-radius: 14px; text-align: center; }
        .ios .heading { font-size: calc(17px * var(--type)); font-weight: 600; padding: 20px 16px 4px; }
        .ios .text { font-size: calc(14px * var(--type)); padding: 4px 16px 20px; }
        .ios .buttons { border-block-start: 1px solid var(--line); }
        .ios .buttons span { flex: 1; margin: 8px; }
        .android .message { border-radius: 28px; padding: 24px; text-align: start; }
        .android .heading { font-size: calc(22px * var(--type)); padding-block-end: 16px; }
        .android .text { font-size: calc(14px * var(--type)); padding-block-end: 24px; }
        .android .buttons { justify-content: flex-end; gap: 8px; flex-wrap: wrap; }

        @media (max-width: 37.5rem) {
          body { padding: .75rem .5rem; }
          .facts > div { grid-template-columns: 1fr; gap: 0; margin-block-end: .35rem; }
          /* Each row of a table is a card. */
          .table table, .table tbody, .table caption, .table tr, .table th, .table td { display: block; }
          .table thead { display: none; }
          .table tr { margin-block: .5rem; padding: .35rem .75rem; border: 1px solid var(--line); border-radius: 6px; }
          .table tr > * { border: 0; padding: .1rem 0; }
          .table td { display: flex; gap: 1rem; justify-content: space-between; white-space: normal; }
          .table td::before { content: attr(data-name); color: var(--soft); text-align: start; }
        }
        @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
        @media (forced-colors: active) {
          .new, .freed { stroke: CanvasText; }
          .chart text { fill: CanvasText; }
          .badge, .phone, .screen, .message { border: 1px solid CanvasText; }
        }
        @media print {
          :root {
            color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --edge: #666; --panel: #fff;
            --link: #000; --good: #14602b; --bad: #a8201a; --warn: #7a4a00; --added: #fff; --removed: #fff;
            --phone: #fff; --card: #fff; --new: #a8201a; --freed: #0b4fc4;
          }
          body { max-inline-size: none; padding: 0; font-size: 10.5pt; }
          .skip, .contents, #verify, .switch, label:has(input) { display: none; }
          .change, .finding, .document, .prompt-group { content-visibility: visible; }
          .change, .finding, .prompt, .phone, .key { break-inside: avoid; }
          details::details-content { content-visibility: visible; block-size: auto; }
          summary::before, [open] > summary::before { content: none; }
          .message { border: 1px solid var(--line); }
          .gallery, .sides { display: block; }
          .phone { display: inline-block; inline-size: 330px; margin-inline-end: 12px; vertical-align: top; }
          .screen { padding: 8px 4px; }
          .table { overflow: visible; font-size: 8.5pt; }
          td, thead th + th { white-space: normal; }
        }
        """#
}
