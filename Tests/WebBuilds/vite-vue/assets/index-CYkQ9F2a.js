(function(){const t=document.createElement("link").relList;if(t&&t.supports&&t.supports("modulepreload"))return;for(const s of document.querySelectorAll('link[rel="modulepreload"]'))n(s);function n(s){s.ep||(s.ep=!0,fetch(s.href,{}))}})();/**
* @vue/shared v3.5.13
* (c) 2018-present Yuxi (Evan) You and Vue contributors
* @license MIT
**/function e(r){const a=Object.create(null);for(const c of r.split(","))a[c]=1;return i=>i in a}const l=e("http://www.w3.org/1999/xlink,xlink:href"),u=new URL("/assets/vue-5532db34.svg",import.meta.url).href;document.getElementById("app").title=`${l("a")} ${u}`;
