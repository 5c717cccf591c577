(self.webpackChunkapp=self.webpackChunkapp||[]).push([[792],{9549:(e,t,n)=>{/*!
 * (C) Ionic http://ionicframework.com - MIT License
 */
const r=(i,o)=>n(8996)(`./${i}.entry.js${""}`).then(s=>s[o]),a=()=>Promise.all([n.e(2076),n.e(964)]).then(n.bind(n,964)).then(s=>s.HomePageModule);t.r=r;t.a=a}}]);
