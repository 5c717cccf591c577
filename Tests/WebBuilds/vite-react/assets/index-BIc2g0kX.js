const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/Settings-CxT1mZ0q.js","assets/Settings-DkQ3r9aW.css"])))=>i.map(i=>d[i]);
(function(){const t=document.createElement("link").relList;if(t&&t.supports&&t.supports("modulepreload"))return;for(const n of document.querySelectorAll('link[rel="modulepreload"]'))r(n);new MutationObserver(n=>{for(const a of n)if(a.type==="childList")for(const o of a.addedNodes)o.tagName==="LINK"&&o.rel==="modulepreload"&&r(o)}).observe(document,{childList:!0,subtree:!0});function r(n){if(n.ep)return;n.ep=!0;fetch(n.href,{})}})();
/**
 * @license React
 * react-jsx-runtime.production.js
 *
 * import { jsx } from "https://esm.sh/react" is what an example in a comment may say
 */
var y="https://react.dev/errors/",w="http://www.w3.org/2000/svg",x=function(e){return"/"+e},_=function(t,n){return n&&n.map(x),t()};
const S=()=>_(()=>import("./Settings-CxT1mZ0q.js"),__vite__mapDeps([0,1]));document.getElementById("root").textContent=Array.from([y,w]).join(" ");export{S as s};
